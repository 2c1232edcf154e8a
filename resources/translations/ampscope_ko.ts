<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en">
<context>
    <name>Figures</name>
    <message>
        <source>No step yet.</source>
        <translation>아직 스텝 없음</translation>
    </message>
    <message>
        <source>%1: %2 Inf or NaN</source>
        <translation>%1: Inf, NaN %2개</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>loss scale from %1, growth interval %2</source>
        <translation>손실 스케일 %1에서 시작, 증가 간격 %2</translation>
    </message>
    <message>
        <source>lr %1</source>
        <translation>학습률 %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>시드 %1</translation>
    </message>
    <message>
        <source>loss × %1</source>
        <translation>손실 × %1</translation>
    </message>
    <message>
        <source>LibTorch %1, %2, autocast rules: %3</source>
        <translation>LibTorch %1, %2, 자동 형변환 규칙: %3</translation>
    </message>
    <message>
        <source>LibTorch %1, %2, threads %3, autocast rules: %4</source>
        <translation>LibTorch %1, %2, 스레드 %3개, 자동 형변환 규칙: %4</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>cross entropy, nats</source>
        <translation>교차 엔트로피, nats</translation>
    </message>
    <message>
        <source>loss, %1</source>
        <translation>손실, %1</translation>
    </message>
    <message>
        <source>loss is %1</source>
        <translation>손실이 %1</translation>
    </message>
    <message>
        <source>steps with a loss that is NaN or inf: %1</source>
        <translation>손실이 NaN이나 inf인 스텝 %1개</translation>
    </message>
    <message>
        <source>No step has run yet.</source>
        <translation>아직 실행한 스텝 없음</translation>
    </message>
    <message>
        <source>Loss over %1 steps: from %2 to %3.</source>
        <translation>%1스텝 동안의 손실: %2에서 %3까지</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>손실 스케일</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>손실 스케일</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>스케일</translation>
    </message>
    <message>
        <source>ran</source>
        <translation>실행 여부</translation>
    </message>
    <message>
        <source>This run has no loss scaler.</source>
        <translation>손실 스케일러가 없는 실행</translation>
    </message>
    <message>
        <source>step %1 skipped</source>
        <translation>스텝 %1 건너뜀</translation>
    </message>
    <message>
        <source>scale grew at step %1</source>
        <translation>스텝 %1에서 스케일 증가</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>건너뜀 %1</translation>
    </message>
    <message>
        <source>%1 grown</source>
        <translation>증가 %1</translation>
    </message>
    <message>
        <source>scale is 0 in %1 steps</source>
        <translation>스케일이 0인 스텝 %1개</translation>
    </message>
    <message>
        <source>The loss scale starts at %1 and is %2 at the end; %3 of %4 steps were skipped, it grew %5 times.</source>
        <translation>손실 스케일은 %1에서 시작해 %2에서 끝남. %4스텝 가운데 %3스텝을 건너뛰고 %5번 증가</translation>
    </message>
    <message>
        <source>Gradient sizes and what %1 can hold</source>
        <translation>기울기 크기와 %1이 담는 구간</translation>
    </message>
    <message>
        <source>log2 of |gradient|, from</source>
        <translation>log2 |기울기| (시작)</translation>
    </message>
    <message>
        <source>count</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>This run records no histograms.</source>
        <translation>히스토그램을 기록하지 않는 실행</translation>
    </message>
    <message>
        <source>No histogram has been taken yet.</source>
        <translation>아직 히스토그램 없음</translation>
    </message>
    <message>
        <source>|gradient × scale|</source>
        <translation>|기울기 × 스케일|</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>Step %1, measured at × %2: %3 of the gradients are 0, %4 are inf or NaN.</source>
        <translation>스텝 %1, × %2에서 측정: 기울기의 %3가 0, %4가 inf나 NaN</translation>
    </message>
    <message>
        <source>what if × %1: %2 of those seen would become 0, %3 inf</source>
        <translation>가정 × %1: 보이는 값 가운데 %2가 0, %3가 inf</translation>
    </message>
    <message>
        <source>step %1: %2 are 0, %3 inf or NaN</source>
        <translation>스텝 %1: 0이 %2, inf나 NaN이 %3</translation>
    </message>
    <message>
        <source>Difference of the losses</source>
        <translation>손실의 차이</translation>
    </message>
    <message>
        <source>A difference needs a second run beside this one.</source>
        <translation>차이를 보려면 나란히 비교할 실행이 하나 더 필요</translation>
    </message>
    <message>
        <source>Loss minus that of %1</source>
        <translation>손실에서 %1의 손실을 뺀 값</translation>
    </message>
    <message>
        <source>difference, nats</source>
        <translation>차이, nats</translation>
    </message>
    <message>
        <source>difference, %1</source>
        <translation>차이, %1</translation>
    </message>
    <message>
        <source>%1, lowest</source>
        <translation>%1, 최소</translation>
    </message>
    <message>
        <source>%1, median</source>
        <translation>%1, 중앙값</translation>
    </message>
    <message>
        <source>%1, highest</source>
        <translation>%1, 최대</translation>
    </message>
    <message>
        <source>%1: loss is NaN or inf in %2 of %3 runs</source>
        <translation>%1: 실행 %3개 중 %2개에서 손실이 NaN이나 inf</translation>
    </message>
    <message>
        <source>largest: %1</source>
        <translation>가장 큰 차이: %1</translation>
    </message>
    <message>
        <source>%1 seeds: lowest to highest, line at the median</source>
        <translation>시드 %1개: 최소에서 최대까지, 선은 중앙값</translation>
    </message>
    <message>
        <source>Difference of the losses to %1 over %2 steps, at the end: %3.</source>
        <translation>%2스텝 동안 %1과 손실의 차이, 끝에서: %3</translation>
    </message>
    <message>
        <source>Losses over %1 steps, at the end: %2.</source>
        <translation>%1스텝 동안의 손실, 끝에서: %2</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>처리 속도</translation>
    </message>
    <message>
        <source>steps per second, %1</source>
        <translation>초당 스텝, %1</translation>
    </message>
    <message>
        <source>Steps per second, at the end: %1.</source>
        <translation>초당 스텝, 끝에서: %1</translation>
    </message>
    <message>
        <source>Not hardware speed: %1.</source>
        <translation>하드웨어 속도가 아님: %1.</translation>
    </message>
    <message>
        <source>CUDA, on the GPU</source>
        <translation>GPU의 CUDA 규칙</translation>
    </message>
    <message>
        <source>CUDA, carried out on the CPU</source>
        <translation>CUDA 규칙을 CPU에서 실행</translation>
    </message>
    <message>
        <source>the CPU&apos;s own</source>
        <translation>CPU 고유 규칙</translation>
    </message>
    <message>
        <source>The loss scale that the gradients are shown at. Drag it, or press Left and Right, to see where they would land at another scale. The run itself does not change.</source>
        <translation>기울기를 보여 주는 손실 스케일. 끌거나 왼쪽·오른쪽 화살표 키를 누르면 다른 스케일에서 놓일 자리를 표시. 실행 자체는 그대로</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>마이크로배치</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>옵티마이저 스텝</translation>
    </message>
    <message>
        <source>each micro-batch</source>
        <translation>마이크로배치 하나</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>평균</translation>
    </message>
    <message>
        <source>mean by targets</source>
        <translation>타깃 수로 가중한 평균</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>손실 %1</translation>
    </message>
    <message>
        <source>gradient norm before clipping</source>
        <translation>클리핑 전 기울기 노름</translation>
    </message>
    <message>
        <source>gradient norm after clipping</source>
        <translation>클리핑 후 기울기 노름</translation>
    </message>
    <message>
        <source>The losses of the micro-batches have not been recorded yet.</source>
        <translation>아직 기록된 마이크로배치 손실 없음</translation>
    </message>
    <message>
        <source>equal numbers of targets: one mean</source>
        <translation>타깃 수가 같음: 평균은 하나</translation>
    </message>
    <message>
        <source>the gradient follows the mean by targets</source>
        <translation>기울기는 가중 평균을 따름</translation>
    </message>
    <message>
        <source>the gradient follows the plain mean</source>
        <translation>기울기는 단순 평균을 따름</translation>
    </message>
    <message>
        <source>Step %1: losses %2; mean %3, mean by targets %4.</source>
        <translation>스텝 %1: 손실 %2, 평균 %3, 타깃 수로 가중한 평균 %4</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>기울기 노름</translation>
    </message>
    <message>
        <source>norm of all gradients</source>
        <translation>모든 기울기의 노름</translation>
    </message>
    <message>
        <source>before clipping</source>
        <translation>클리핑 전</translation>
    </message>
    <message>
        <source>after clipping</source>
        <translation>클리핑 후</translation>
    </message>
    <message>
        <source>step %1: the norm is inf or NaN</source>
        <translation>스텝 %1: 노름이 inf나 NaN</translation>
    </message>
    <message>
        <source>norm is inf or NaN in %1 steps</source>
        <translation>노름이 inf나 NaN인 스텝 %1개</translation>
    </message>
    <message>
        <source>clipped to %1</source>
        <translation>클리핑 한계 %1</translation>
    </message>
    <message>
        <source>Step %1: gradient norm %2 before clipping, %3 after.</source>
        <translation>스텝 %1: 기울기 노름, 클리핑 전 %2, 후 %3</translation>
    </message>
    <message>
        <source>loss, nats</source>
        <translation>손실, nats</translation>
    </message>
    <message>
        <source>steps/s</source>
        <translation>초당 스텝</translation>
    </message>
    <message>
        <source>median of the last %1 steps</source>
        <translation>최근 %1스텝의 중앙값</translation>
    </message>
    <message>
        <source>drag ▼: another scale · a bar opens in Bits</source>
        <translation>▼ 끌기: 다른 스케일 · 막대를 누르면 비트 실험실</translation>
    </message>
    <message>
        <source>Bin %1. Enter opens it in Bits.</source>
        <translation>막대 %1. Enter로 비트 실험실에서 열기.</translation>
    </message>
    <message>
        <source>MB (10⁶ bytes)</source>
        <translation>MB(10⁶바이트)</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>밀리초</translation>
    </message>
    <message>
        <source>0: no, 1: yes</source>
        <translation>0: 아니요, 1: 예</translation>
    </message>
    <message>
        <source>share</source>
        <translation>비율</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>노름</translation>
    </message>
    <message>
        <source>%1, bytes</source>
        <translation>%1, 바이트</translation>
    </message>
    <message>
        <source>No other run has a seed of %1: a difference between seeds would say nothing about the settings.</source>
        <translation>%1 말고는 시드가 같은 실행이 없습니다. 시드가 다르면 차이가 설정 때문인지 알 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>Lanes</name>
    <message>
        <source>%1 micro-batches of %2</source>
        <translation>마이크로배치 %1개 × %2</translation>
    </message>
    <message>
        <source>one batch of %1</source>
        <translation>한 배치 %1</translation>
    </message>
    <message>
        <source>%1 in fp32</source>
        <translation>%1 fp32</translation>
    </message>
    <message>
        <source>backward inside</source>
        <translation>역전파도 안에서</translation>
    </message>
    <message>
        <source>loss outside</source>
        <translation>손실은 밖에서</translation>
    </message>
    <message>
        <source>rules of the CPU</source>
        <translation>CPU 규칙</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::AccumulateLab</name>
    <message>
        <source>4 × 2 is 1 × 8</source>
        <translation>4 × 2는 1 × 8</translation>
    </message>
    <message>
        <source>Four micro-batches of 2 take the same steps as one batch of 8, in a quarter of the activations&apos; memory.</source>
        <translation>2개짜리 마이크로배치 넷은 8개짜리 배치 하나와 같은 스텝을 밟고, 활성값 메모리는 4분의 1</translation>
    </message>
    <message>
        <source>loss not divided</source>
        <translation>손실을 나누지 않음</translation>
    </message>
    <message>
        <source>The gradients of the micro-batches are added without dividing by their number: SGD takes steps four times as long.</source>
        <translation>마이크로배치의 기울기를 개수로 나누지 않고 더함: SGD의 걸음이 네 배</translation>
    </message>
    <message>
        <source>loss not divided, hidden by Adam</source>
        <translation>손실을 나누지 않음, Adam이 가림</translation>
    </message>
    <message>
        <source>The same mistake under Adam with clipping: the gradient norm tells, the loss hardly does.</source>
        <translation>같은 실수를 Adam과 클리핑으로: 기울기 노름에는 드러나지만 손실에는 거의 드러나지 않음</translation>
    </message>
    <message>
        <source>sequences of unequal length</source>
        <translation>길이가 다른 시퀀스</translation>
    </message>
    <message>
        <source>The mean of means is not the mean over all targets. Take the mean over tokens to mend it.</source>
        <translation>평균의 평균은 모든 타깃의 평균과 다름. 토큰에 대한 평균으로 바꾸면 바로잡힘</translation>
    </message>
    <message>
        <source>An inf in one micro-batch is added to all others: the step of the whole window is skipped.</source>
        <translation>마이크로배치 하나의 inf가 나머지에 더해져 윈도 전체의 스텝을 건너뜀</translation>
    </message>
    <message>
        <source>Many small batches, one step</source>
        <translation>작은 배치 여럿, 스텝 하나</translation>
    </message>
    <message>
        <source>The first run adds up the gradients of its micro-batches and steps once. The second takes the same sequences in one batch.</source>
        <translation>첫째 실행은 마이크로배치의 기울기를 더해 한 번만 스텝. 둘째 실행은 같은 시퀀스를 한 배치로 처리.</translation>
    </message>
    <message>
        <source>mistake: loss not divided</source>
        <translation>실수: 손실을 나누지 않음</translation>
    </message>
    <message>
        <source>The loss of a micro-batch is not divided by the number of micro-batches.</source>
        <translation>마이크로배치의 손실을 마이크로배치 개수로 나누지 않음</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>기울기 누적</translation>
    </message>
    <message>
        <source>fp16: windows skipped</source>
        <translation>fp16: 윈도 전체를 건너뜀</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ArithmeticView</name>
    <message>
        <source>fma: a × b + c</source>
        <translation>fma: a × b + c</translation>
    </message>
    <message>
        <source>√ of a</source>
        <translation>a의 √</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Operand %1</source>
        <translation>피연산자 %1</translation>
    </message>
    <message>
        <source>Arithmetic in %1</source>
        <translation>%1 산술</translation>
    </message>
    <message>
        <source>Flags: %1.</source>
        <translation>플래그: %1.</translation>
    </message>
    <message>
        <source>(rounded when it was stored)</source>
        <translation>(담을 때 반올림됨)</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>정확한 값</translation>
    </message>
    <message>
        <source>irrational: %1 …</source>
        <translation>무리수: %1 …</translation>
    </message>
    <message>
        <source>result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>class</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>why</source>
        <translation>까닭</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>플래그</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::BitsLab</name>
    <message>
        <source>halfway between 1 and its fp16 neighbour: the tie goes to the even one</source>
        <translation>1과 그다음 fp16 수의 정확히 가운데: 짝수 쪽으로</translation>
    </message>
    <message>
        <source>the largest number of fp16</source>
        <translation>fp16에서 가장 큰 수</translation>
    </message>
    <message>
        <source>overflow: the first value that fp16 rounds to infinity</source>
        <translation>넘침: fp16이 무한대로 반올림하는 첫 값</translation>
    </message>
    <message>
        <source>the smallest number of fp16</source>
        <translation>fp16에서 가장 작은 수</translation>
    </message>
    <message>
        <source>underflow: fp16 rounds it to 0</source>
        <translation>사라짐: fp16이 0으로 반올림</translation>
    </message>
    <message>
        <source>the first whole number that fp16 does not have</source>
        <translation>fp16에 없는 첫 정수</translation>
    </message>
    <message>
        <source>the first whole number that bf16 does not have</source>
        <translation>bf16에 없는 첫 정수</translation>
    </message>
    <message>
        <source>the largest number of fp8 E4M3</source>
        <translation>fp8 E4M3에서 가장 큰 수</translation>
    </message>
    <message>
        <source>beyond E4M3, which has no infinity: NaN</source>
        <translation>무한대가 없는 E4M3의 끝을 넘음: NaN</translation>
    </message>
    <message>
        <source>a usual gradient: subnormal in fp16, gone in E4M3</source>
        <translation>흔한 기울기: fp16에서는 비정규수, E4M3에서는 0</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>비트</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>Formats ▾</source>
        <translation>형식 ▾</translation>
    </message>
    <message>
        <source>Add or remove a row</source>
        <translation>행 더하기와 빼기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::BitsView</name>
    <message>
        <source>zero</source>
        <translation>0</translation>
    </message>
    <message>
        <source>Bits of %1</source>
        <translation>%1의 비트</translation>
    </message>
    <message>
        <source>one</source>
        <translation>1</translation>
    </message>
    <message>
        <source>%1, sign bit, %2</source>
        <translation>%1, 부호 비트, %2</translation>
    </message>
    <message>
        <source>%1, exponent bit %2, %3</source>
        <translation>%1, 지수 비트 %2, %3</translation>
    </message>
    <message>
        <source>%1, mantissa bit %2, %3</source>
        <translation>%1, 가수 비트 %2, %3</translation>
    </message>
    <message>
        <source>Copy the code with its format</source>
        <translation>형식과 함께 코드 복사</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>다른 꼴로 복사</translation>
    </message>
    <message>
        <source>Bare code</source>
        <translation>코드만</translation>
    </message>
    <message>
        <source>All decimal digits</source>
        <translation>십진수 모든 자리</translation>
    </message>
    <message>
        <source>Hexadecimal float</source>
        <translation>16진 부동소수점</translation>
    </message>
    <message>
        <source>C: hexadecimal literal</source>
        <translation>C: 16진 리터럴</translation>
    </message>
    <message>
        <source>C: from its bits</source>
        <translation>C: 비트에서</translation>
    </message>
    <message>
        <source>Python: the value</source>
        <translation>Python: 값</translation>
    </message>
    <message>
        <source>Python: from its bits</source>
        <translation>Python: 비트에서</translation>
    </message>
    <message>
        <source>Paste a value or a code</source>
        <translation>값이나 코드 붙여넣기</translation>
    </message>
    <message>
        <source>Paste a bare code of this format</source>
        <translation>이 형식의 코드만 붙여넣기</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>Remove this row</source>
        <translation>이 행 빼기</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>sign, exponent, mantissa</source>
        <translation>부호, 지수부, 가수부</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>class</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오차</translation>
    </message>
    <message>
        <source>error, ULP</source>
        <translation>오차, ULP</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>상대 오차</translation>
    </message>
    <message>
        <source>next below</source>
        <translation>아래 이웃</translation>
    </message>
    <message>
        <source>next above</source>
        <translation>위 이웃</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>플래그</translation>
    </message>
    <message>
        <source>why</source>
        <translation>까닭</translation>
    </message>
    <message>
        <source>LibTorch the same</source>
        <translation>LibTorch도 같음</translation>
    </message>
    <message>
        <source>LibTorch gives %1, %2</source>
        <translation>LibTorch: %1, %2</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CallTrack</name>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>not called</source>
        <translation>호출 안 함</translation>
    </message>
    <message>
        <source>micro-batches %1, steps that ran %2, skipped %3</source>
        <translation>마이크로배치 %1개, 실행한 스텝 %2개, 건너뛴 스텝 %3개</translation>
    </message>
    <message>
        <source>Order of the calls</source>
        <translation>호출 순서</translation>
    </message>
    <message>
        <source>The order of the calls in this step; widths are not times.</source>
        <translation>이 스텝의 호출 순서. 너비는 시간이 아님</translation>
    </message>
    <message>
        <source>Select a step.</source>
        <translation>스텝 선택 필요</translation>
    </message>
    <message>
        <source>Step %1, call by call</source>
        <translation>스텝 %1의 호출 순서</translation>
    </message>
    <message>
        <source>micro-batches %1 · steps that ran %2 · skipped %3</source>
        <translation>마이크로배치 %1 · 실행 %2 · 건너뜀 %3</translation>
    </message>
    <message>
        <source>targets: %1</source>
        <translation>타깃 %1</translation>
    </message>
    <message>
        <source>inf or NaN</source>
        <translation>inf나 NaN</translation>
    </message>
    <message>
        <source>finite</source>
        <translation>모두 유한</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>건너뜀</translation>
    </message>
    <message>
        <source>ran</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>빠짐</translation>
    </message>
    <message>
        <source>ran %1 · skipped %2</source>
        <translation>실행 %1 · 건너뜀 %2</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CastChainView</name>
    <message>
        <source>Chain ▾</source>
        <translation>사슬 ▾</translation>
    </message>
    <message>
        <source>Choose the formats of the chain</source>
        <translation>사슬의 형식 고르기</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>사슬</translation>
    </message>
    <message>
        <source>Formats of the chain, in order</source>
        <translation>사슬의 형식, 차례대로</translation>
    </message>
    <message>
        <source>Ids of formats in order, such as fp64 fp32 e5m10. Enter takes them.</source>
        <translation>형식 id를 차례대로. 예: fp64 fp32 e5m10. Enter로 적용</translation>
    </message>
    <message>
        <source>%1, cast after cast</source>
        <translation>%1, 잇따른 형변환</translation>
    </message>
    <message>
        <source>the chain differs from the single cast</source>
        <translation>사슬의 결과가 한 번의 변환과 다름</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>this cast: %1</source>
        <translation>이번 변환: %1</translation>
    </message>
    <message>
        <source>since the start: %1 ULP, relative %2</source>
        <translation>처음부터: %1 ULP, 상대 %2</translation>
    </message>
    <message>
        <source>The single cast gives %1: %2</source>
        <translation>한 번에 변환하면 %1: %2</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>sign, exponent, mantissa</source>
        <translation>부호, 지수부, 가수부</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>error, ULP</source>
        <translation>오차, ULP</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>상대 오차</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>플래그</translation>
    </message>
    <message>
        <source>single cast: code</source>
        <translation>한 번의 변환: 코드</translation>
    </message>
    <message>
        <source>single cast: value</source>
        <translation>한 번의 변환: 값</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>다름</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CodeTable</name>
    <message>
        <source>All codes of %1</source>
        <translation>%1의 모든 코드</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>0</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>비정규수</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>정규수</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>무한대</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>rows: high digit, columns: low digit of the code; frame: %1</source>
        <translation>행: 코드의 윗자리, 열: 아랫자리. 테두리: %1</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>비트</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>class</source>
        <translation>종류</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ClaimsLab</name>
    <message>
        <source>Claims</source>
        <translation>주장</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ClaimsView</name>
    <message>
        <source>The chapters&apos; claims, tested</source>
        <translation>두 장의 주장과 그 결과</translation>
    </message>
    <message>
        <source>Find in sentences and lines</source>
        <translation>문장과 줄에서 찾기</translation>
    </message>
    <message>
        <source>Test what is shown</source>
        <translation>보이는 주장 시험</translation>
    </message>
    <message>
        <source>Runs what the claims in the list need, one run after another. Leaving this page stops it: another training beside it would spoil the times.</source>
        <translation>목록의 주장에 필요한 실행을 하나씩 돌림. 이 쪽을 떠나면 중단됨: 옆에서 다른 학습이 돌면 시간이 틀어지기 때문</translation>
    </message>
    <message>
        <source>Test this one</source>
        <translation>이것만 시험</translation>
    </message>
    <message>
        <source>Runs it, or runs it again</source>
        <translation>실행하거나 다시 실행</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중단</translation>
    </message>
    <message>
        <source>Open its lesson</source>
        <translation>단원 열기</translation>
    </message>
    <message>
        <source>Report …</source>
        <translation>보고서 …</translation>
    </message>
    <message>
        <source>Saves what the list shows as HTML, Markdown or PDF</source>
        <translation>목록에 보이는 것을 HTML, Markdown, PDF로 저장</translation>
    </message>
    <message>
        <source>Testing</source>
        <translation>시험 중</translation>
    </message>
    <message>
        <source>Claims</source>
        <translation>주장</translation>
    </message>
    <message>
        <source>The chosen claim</source>
        <translation>고른 주장</translation>
    </message>
    <message>
        <source>By chapter</source>
        <translation>장 순서</translation>
    </message>
    <message>
        <source>Where the chapters differ</source>
        <translation>서로 다른 곳</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>순서</translation>
    </message>
    <message>
        <source>Every result</source>
        <translation>모든 결과</translation>
    </message>
    <message>
        <source>Results shown</source>
        <translation>보일 결과</translation>
    </message>
    <message>
        <source>No claim is like that. Change the filter.</source>
        <translation>조건에 맞는 주장 없음. 조건 변경 필요</translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation>실행 %1/%2</translation>
    </message>
    <message>
        <source>Report (*.html);;Markdown (*.md);;PDF (*.pdf)</source>
        <translation>보고서 (*.html);;Markdown (*.md);;PDF (*.pdf)</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CodeView</name>
    <message>
        <source>PyTorch code of this step</source>
        <translation>이 스텝의 PyTorch 코드</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>코드 복사</translation>
    </message>
    <message>
        <source>line</source>
        <translation>줄</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>in this step</source>
        <translation>이 스텝에서</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::DrawnInstrument</name>
    <message>
        <source>Show the drawing</source>
        <translation>그림으로 보기</translation>
    </message>
    <message>
        <source>Show the numbers as a table</source>
        <translation>같은 수를 표로 보기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::FieldEditor</name>
    <message>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>loss scaler</source>
        <translation>손실 스케일러</translation>
    </message>
    <message>
        <source>initial scale</source>
        <translation>초기 스케일</translation>
    </message>
    <message>
        <source>growth interval</source>
        <translation>증가 간격</translation>
    </message>
    <message>
        <source>growth factor</source>
        <translation>증가 배수</translation>
    </message>
    <message>
        <source>backoff factor</source>
        <translation>감소 배수</translation>
    </message>
    <message>
        <source>loss multiplied by</source>
        <translation>손실에 곱하는 수</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>스텝 수</translation>
    </message>
    <message>
        <source>clipping</source>
        <translation>기울기 자르기</translation>
    </message>
    <message>
        <source>autocast rules</source>
        <translation>자동 형변환 규칙</translation>
    </message>
    <message>
        <source>micro-batches per step</source>
        <translation>스텝당 마이크로배치</translation>
    </message>
    <message>
        <source>sequences per micro-batch</source>
        <translation>마이크로배치당 시퀀스</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>lengths of the sequences</source>
        <translation>시퀀스 길이</translation>
    </message>
    <message>
        <source>mean over</source>
        <translation>평균의 기준</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>model size</source>
        <translation>모델 크기</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>feed-forward layer</source>
        <translation>피드포워드 층</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>드롭아웃</translation>
    </message>
    <message>
        <source>added before the normalisation</source>
        <translation>정규화 앞에 더하는 수</translation>
    </message>
    <message>
        <source>text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>language of the text</source>
        <translation>텍스트의 언어</translation>
    </message>
    <message>
        <source>a token is</source>
        <translation>토큰 단위</translation>
    </message>
    <message>
        <source>file of the text</source>
        <translation>텍스트 파일</translation>
    </message>
    <message>
        <source>precision of each epoch</source>
        <translation>에포크마다의 정밀도</translation>
    </message>
    <message>
        <source>autocast holds</source>
        <translation>autocast가 감싸는 것</translation>
    </message>
    <message>
        <source>part kept in fp32</source>
        <translation>fp32로 두는 부분</translation>
    </message>
    <message>
        <source>ops kept in fp32</source>
        <translation>fp32로 두는 연산</translation>
    </message>
    <message>
        <source>sums in 16-bit products</source>
        <translation>16비트 곱의 합</translation>
    </message>
    <message>
        <source>scaler policy</source>
        <translation>스케일러 정책</translation>
    </message>
    <message>
        <source>lowest scale</source>
        <translation>스케일 하한</translation>
    </message>
    <message>
        <source>highest scale</source>
        <translation>스케일 상한</translation>
    </message>
    <message>
        <source>overflows borne</source>
        <translation>참는 넘침 횟수</translation>
    </message>
    <message>
        <source>betas of AdamW</source>
        <translation>AdamW의 beta 값</translation>
    </message>
    <message>
        <source>eps of AdamW</source>
        <translation>AdamW의 eps</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>가중치 감쇠</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>모멘텀</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>스케줄</translation>
    </message>
    <message>
        <source>warmup steps</source>
        <translation>워밍업 스텝</translation>
    </message>
    <message>
        <source>decay steps</source>
        <translation>감소 스텝</translation>
    </message>
    <message>
        <source>learning rate at the end</source>
        <translation>끝의 학습률</translation>
    </message>
    <message>
        <source>schedule in skipped steps</source>
        <translation>건너뛴 스텝의 스케줄</translation>
    </message>
    <message>
        <source>sequences per step</source>
        <translation>스텝마다 시퀀스 수</translation>
    </message>
    <message>
        <source>tokens per sequence</source>
        <translation>시퀀스의 토큰 수</translation>
    </message>
    <message>
        <source>largest gradient norm</source>
        <translation>기울기 노름 상한</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>체크포인팅</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>구간 수</translation>
    </message>
    <message>
        <source>recompute with the same dice</source>
        <translation>같은 난수로 재계산</translation>
    </message>
    <message>
        <source>deliberate mistake</source>
        <translation>일부러 넣는 실수</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>스레드</translation>
    </message>
    <message>
        <source>device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>what is recorded</source>
        <translation>기록하는 것</translation>
    </message>
    <message>
        <source>steps between details</source>
        <translation>세부 기록 간격</translation>
    </message>
    <message>
        <source>steps</source>
        <comment>unit</comment>
        <translation>스텝</translation>
    </message>
    <message>
        <source>sequences</source>
        <comment>unit</comment>
        <translation>시퀀스</translation>
    </message>
    <message>
        <source>tokens</source>
        <comment>unit</comment>
        <translation>토큰</translation>
    </message>
    <message>
        <source>micro-batches</source>
        <comment>unit</comment>
        <translation>마이크로배치</translation>
    </message>
    <message>
        <source>epochs</source>
        <comment>unit</comment>
        <translation>에포크</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>에포크</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::FormatButton</name>
    <message>
        <source>own format</source>
        <translation>새 형식</translation>
    </message>
    <message>
        <source>A format of your own: e, exponent bits, m, mantissa bits</source>
        <translation>새 형식: e, 지수 비트 수, m, 가수 비트 수</translation>
    </message>
    <message>
        <source>e&lt;exponent bits&gt;m&lt;mantissa bits&gt;, with IEEE&apos;s rules: at most 15 and 112 bits. Enter takes it.</source>
        <translation>e&lt;지수 비트&gt;m&lt;가수 비트&gt;, IEEE 규칙. 최대 15비트와 112비트. Enter로 적용</translation>
    </message>
    <message>
        <source>does not fit here</source>
        <translation>여기에는 맞지 않음</translation>
    </message>
    <message>
        <source>no such format</source>
        <translation>없는 형식</translation>
    </message>
    <message>
        <source>look-alikes</source>
        <translation>이름이 비슷한 형식</translation>
    </message>
    <message>
        <source>Format: %1</source>
        <translation>형식: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::Instrument</name>
    <message>
        <source>measured here</source>
        <translation>이 기기에서 측정</translation>
    </message>
    <message>
        <source>computed exactly</source>
        <translation>정확히 계산</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>추정</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>These numbers come from a LibTorch run on this machine.</source>
        <translation>이 기기에서 실행한 LibTorch 학습에서 나온 수</translation>
    </message>
    <message>
        <source>These numbers come from exact arithmetic, rounded once where a format asks for it.</source>
        <translation>정확한 계산으로 얻고, 형식이 요구할 때 한 번만 반올림한 수</translation>
    </message>
    <message>
        <source>These numbers come from a formula, not from a run.</source>
        <translation>실행이 아니라 식에서 나온 수</translation>
    </message>
    <message>
        <source>These numbers were recorded in another run and are shown again.</source>
        <translation>다른 실행에서 기록해 다시 보여 주는 수</translation>
    </message>
    <message>
        <source>Menu of this instrument</source>
        <translation>이 계기의 메뉴</translation>
    </message>
    <message>
        <source>Export, copy, table</source>
        <translation>내보내기, 복사, 표</translation>
    </message>
    <message>
        <source>Where these numbers come from: %1</source>
        <translation>수의 출처: %1</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>How to read this</source>
        <translation>읽는 법</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LabForm</name>
    <message>
        <source>preset</source>
        <translation>준비된 설정</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LaneTable</name>
    <message>
        <source>Runs side by side</source>
        <translation>나란히 실행</translation>
    </message>
    <message>
        <source>%1: step %2, loss %3, skipped %4, highest %5</source>
        <translation>%1: 스텝 %2, 손실 %3, 건너뜀 %4, 최고 %5</translation>
    </message>
    <message>
        <source>run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>건너뜀</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>highest in the step</source>
        <translation>스텝 안 최고</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>memory by parts, and the highest in the step</source>
        <translation>부분별 메모리와 스텝 안 최고</translation>
    </message>
    <message>
        <source>memory, highest in the step</source>
        <translation>메모리, 스텝의 최고</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LessonCard</name>
    <message>
        <source>Play</source>
        <translation>만져 보기</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>관찰</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>설명</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>해 보기</translation>
    </message>
    <message>
        <source>Exercise</source>
        <translation>연습문제</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>정리</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>확정</translation>
    </message>
    <message>
        <source>Steps of this lesson</source>
        <translation>이 단원의 단계</translation>
    </message>
    <message>
        <source>Step %1 of %2 · %3</source>
        <translation>%2단계 중 %1 · %3</translation>
    </message>
    <message>
        <source>A hint</source>
        <translation>힌트</translation>
    </message>
    <message>
        <source>Another hint</source>
        <translation>힌트 더</translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation>건너뛴 스텝</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>아직 측정 전</translation>
    </message>
    <message>
        <source>Mended. Measured here.</source>
        <translation>해결. 이 기기에서 측정</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>아직 아님</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>%2단계 중 %1</translation>
    </message>
    <message>
        <source>highest of all steps</source>
        <translation>모든 스텝 중 최고</translation>
    </message>
    <message>
        <source>lowest of all steps</source>
        <translation>모든 스텝 중 최저</translation>
    </message>
    <message>
        <source>mean of all steps</source>
        <translation>모든 스텝의 평균</translation>
    </message>
    <message>
        <source>same bits: %1 and %2</source>
        <translation>같은 비트: %1, %2</translation>
    </message>
    <message>
        <source>How sure?</source>
        <translation>얼마나 확신?</translation>
    </message>
    <message>
        <source>Mended, in the record.</source>
        <translation>고침. 기록에서 확인.</translation>
    </message>
    <message>
        <source>Report …</source>
        <translation>보고서 …</translation>
    </message>
    <message>
        <source>This lesson with your answers, its figures and runs, as HTML and PDF</source>
        <translation>답, 그래프, 실행을 담은 이 단원의 HTML과 PDF</translation>
    </message>
    <message>
        <source>Report of this lesson</source>
        <translation>이 단원의 보고서</translation>
    </message>
    <message>
        <source>&lt;p&gt;What to look at in this step, and a question where there is one. Commit fixes your answer before the run decides; how sure you were is kept for you in My progress. Back and Next, or Page Up and Page Down, walk through the lesson; any step may be left out.&lt;/p&gt;</source>
        <translation>&lt;p&gt;이 단계에서 볼 것이고, 물음이 있으면 물음도 있습니다. 확정을 누르면 실행이 답을 내기 전에 내 답이 정해지고, 얼마나 자신 있었는지는 내 진도에 남습니다. 이전과 다음, 또는 Page Up과 Page Down으로 단원을 걸으며, 건너뛰어도 됩니다.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Text of this step</source>
        <translation>이 단계의 글</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LessonPage</name>
    <message>
        <source>Chapter %1</source>
        <translation>%1장</translation>
    </message>
    <message>
        <source>%1. Shown in its place: %2</source>
        <translation>%1. 대신 보이는 것: %2</translation>
    </message>
    <message>
        <source>Nothing has run yet: the Run buttons are on the next card.</source>
        <translation>아직 아무것도 실행하지 않았습니다. 실행 단추는 다음 카드에 있습니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LossInstrument</name>
    <message>
        <source>difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>Show the losses as differences to one of the runs</source>
        <translation>손실을 한 실행과의 차이로 표시</translation>
    </message>
    <message>
        <source>difference to %1</source>
        <translation>%1 기준 차이</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::MainWindow</name>
    <message>
        <source>Close this message</source>
        <translation>이 알림 닫기</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>단원</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>LibTorch is being opened …</source>
        <translation>LibTorch 여는 중 …</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>CPU %1 · threads: %2</source>
        <translation>CPU %1 · 스레드 %2개</translation>
    </message>
    <message>
        <source>– steps/s</source>
        <translation>초당 – 스텝</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>초당 %1스텝</translation>
    </message>
    <message>
        <source>autocast rules: %1</source>
        <translation>자동 형변환 규칙: %1</translation>
    </message>
    <message>
        <source>computed exactly</source>
        <translation>정확히 계산</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Opened lessons</source>
        <translation>연 단원</translation>
    </message>
    <message>
        <source>The lesson was read again.</source>
        <translation>단원을 다시 읽었습니다.</translation>
    </message>
    <message>
        <source>Open a folder of lessons</source>
        <translation>단원 폴더 열기</translation>
    </message>
    <message>
        <source>&lt;p&gt;What the numbers of this page come from: the processor or GPU with its threads, the LibTorch in use, how fast the run goes, and whose autocast rules it follows.&lt;/p&gt;</source>
        <translation>&lt;p&gt;이 화면의 수가 나온 곳입니다. 프로세서나 GPU와 스레드, 쓰는 LibTorch, 실행 속도, 따르는 자동 형변환 규칙이 있습니다.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::MemoryStrip</name>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>chapter</source>
        <translation>교재</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>계산식</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>추정</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>이 실행</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>weights + fp32 copy</source>
        <translation>가중치 + fp32 사본</translation>
    </message>
    <message>
        <source>together, bytes</source>
        <translation>합계, 바이트</translation>
    </message>
    <message>
        <source>source</source>
        <translation>출처</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::MicroBatches</name>
    <message>
        <source>gradient norm</source>
        <translation>기울기 노름</translation>
    </message>
    <message>
        <source>Show the gradient norm before and after clipping instead of the losses</source>
        <translation>손실 대신 클리핑 전후의 기울기 노름 표시</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>노름</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::NanChain</name>
    <message>
        <source>Other ways ▾</source>
        <translation>다른 길 ▾</translation>
    </message>
    <message>
        <source>Other calculations that end in NaN</source>
        <translation>NaN으로 끝나는 다른 계산</translation>
    </message>
    <message>
        <source>step</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>플래그</translation>
    </message>
    <message>
        <source>note</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>why</source>
        <translation>까닭</translation>
    </message>
    <message>
        <source>Flags: %1.</source>
        <translation>플래그: %1.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::NumberBar</name>
    <message>
        <source>0.1, 1+2^-11, fp16:0x3c01</source>
        <translation>0.1, 1+2^-11, fp16:0x3c01</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>A number, an expression with + - * / ^, or a code such as fp16:0x3c01. Enter shows it.</source>
        <translation>수, + - * / ^를 쓴 식, 또는 fp16:0x3c01 같은 코드. Enter로 표시</translation>
    </message>
    <message>
        <source>Corner cases ▾</source>
        <translation>까다로운 값 ▾</translation>
    </message>
    <message>
        <source>Values that implementations have got wrong, with the right answer and the reason.</source>
        <translation>여러 구현이 틀린 적 있는 값과 옳은 답, 그 까닭</translation>
    </message>
    <message>
        <source>overflow: each format&apos;s own</source>
        <translation>넘침: 형식마다 정해진 대로</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>반올림</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>넘침</translation>
    </message>
    <message>
        <source>flush subnormals</source>
        <translation>비정규수를 0으로</translation>
    </message>
    <message>
        <source>A subnormal result becomes a zero of its sign.</source>
        <translation>비정규수 결과를 같은 부호의 0으로 바꿈</translation>
    </message>
    <message>
        <source>What becomes of a value beyond the range: by each format&apos;s own rule, or by one for all</source>
        <translation>범위를 넘는 값이 되는 것: 형식마다의 규칙, 또는 모두 한 규칙</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::NumberCard</name>
    <message>
        <source>The next number below (Page Down)</source>
        <translation>바로 아래 수 (Page Down)</translation>
    </message>
    <message>
        <source>The next number above (Page Up)</source>
        <translation>바로 위 수 (Page Up)</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>means</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>class</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오차</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>상대 오차</translation>
    </message>
    <message>
        <source>next below</source>
        <translation>아래 이웃</translation>
    </message>
    <message>
        <source>next above</source>
        <translation>위 이웃</translation>
    </message>
    <message>
        <source>behind it</source>
        <translation>뒤의 비트</translation>
    </message>
    <message>
        <source>guard %1 · round %2 · sticky %3</source>
        <translation>guard %1 · round %2 · sticky %3</translation>
    </message>
    <message>
        <source>why</source>
        <translation>까닭</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>플래그</translation>
    </message>
    <message>
        <source>not on this machine: nothing to compare with</source>
        <translation>이 기기에 없어 견줄 수 없음</translation>
    </message>
    <message>
        <source>is being asked …</source>
        <translation>묻는 중 …</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Opens this value in the Rounding lab</source>
        <translation>이 값을 반올림 실험실에서 열기</translation>
    </message>
    <message>
        <source>Rounding ▸</source>
        <translation>반올림 ▸</translation>
    </message>
    <message>
        <source>%1 in detail</source>
        <translation>%1 자세히</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>필드</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::NumberLine</name>
    <message>
        <source>What exists near %1</source>
        <translation>%1 근처에 있는 수</translation>
    </message>
    <message>
        <source>Only finite numbers have neighbours on a line.</source>
        <translation>유한한 수만 수직선에 이웃이 있음</translation>
    </message>
    <message>
        <source>%1: too many to count</source>
        <translation>%1: 셀 수 없이 많음</translation>
    </message>
    <message>
        <source>%1: %2 in this range</source>
        <translation>%1: 이 범위에 %2개</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::NumberText</name>
    <message>
        <source>rounding: %1 · overflow: %2</source>
        <translation>반올림: %1 · 넘침: %2</translation>
    </message>
    <message>
        <source>each format&apos;s own</source>
        <translation>형식마다 정해진 대로</translation>
    </message>
    <message>
        <source> · subnormals flushed</source>
        <translation> · 비정규수는 0으로</translation>
    </message>
    <message>
        <source> · seed %1</source>
        <translation> · 시드 %1</translation>
    </message>
    <message>
        <source>has infinity</source>
        <translation>무한대 있음</translation>
    </message>
    <message>
        <source>no infinity</source>
        <translation>무한대 없음</translation>
    </message>
    <message>
        <source>1 + %1 + %2 bits · bias %3 · largest %4 · %5</source>
        <translation>1 + %1 + %2비트 · 바이어스 %3 · 최대 %4 · %5</translation>
    </message>
    <message>
        <source> · no −0</source>
        <translation> · −0 없음</translation>
    </message>
    <message>
        <source>subnormal: exponent pinned</source>
        <translation>비정규수: 지수 고정</translation>
    </message>
    <message>
        <source>lost: subnormal results are flushed</source>
        <translation>사라짐: 비정규수 결과는 0으로</translation>
    </message>
    <message>
        <source>lost: below half of %1</source>
        <translation>사라짐: %1의 절반 이하</translation>
    </message>
    <message>
        <source>no number, so no error</source>
        <translation>수가 아니라 오차 없음</translation>
    </message>
    <message>
        <source>no infinity in this format</source>
        <translation>이 형식에는 무한대가 없음</translation>
    </message>
    <message>
        <source>no error</source>
        <translation>오차 없음</translation>
    </message>
    <message>
        <source>error %1 · %2 ULP</source>
        <translation>오차 %1 · %2 ULP</translation>
    </message>
    <message>
        <source>overflow: above %1</source>
        <translation>넘침: %1 초과</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>inexact</source>
        <translation>부정확(inexact)</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>넘침(overflow)</translation>
    </message>
    <message>
        <source>underflow</source>
        <translation>사라짐(underflow)</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>잘못된 연산(invalid)</translation>
    </message>
    <message>
        <source>divide by zero</source>
        <translation>0으로 나눔</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::PlotInstrument</name>
    <message>
        <source>Show the plot</source>
        <translation>그래프로 보기</translation>
    </message>
    <message>
        <source>Show the numbers as a table</source>
        <translation>같은 수를 표로 보기</translation>
    </message>
    <message>
        <source>Show the whole range</source>
        <translation>전체 범위 보기</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행 없음</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::PolicyTable</name>
    <message>
        <source>Beyond the range of %1</source>
        <translation>%1 범위를 넘으면</translation>
    </message>
    <message>
        <source>rounding: %1</source>
        <translation>반올림: %1</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>정책</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RoundingLab</name>
    <message>
        <source>a tie in fp16</source>
        <translation>fp16에서 정확히 가운데</translation>
    </message>
    <message>
        <source>just above a tie: by way of fp32 it becomes one</source>
        <translation>가운데보다 조금 큼: fp32를 거치면 가운데가 됨</translation>
    </message>
    <message>
        <source>The decision</source>
        <translation>반올림 결정</translation>
    </message>
    <message>
        <source>Cast after cast</source>
        <translation>잇따른 형변환</translation>
    </message>
    <message>
        <source>All codes</source>
        <translation>모든 코드</translation>
    </message>
    <message>
        <source>Beyond the range</source>
        <translation>범위 밖</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>산술</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>반올림</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>beyond E4M3: the stacks disagree</source>
        <translation>E4M3 밖: 스택마다 결과가 다름</translation>
    </message>
    <message>
        <source>Show its bits</source>
        <translation>비트 보기</translation>
    </message>
    <message>
        <source>Opens this value in the Bits lab</source>
        <translation>이 값을 비트 실험실에서 열기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RoundingView</name>
    <message>
        <source>How %1 is rounded to %2</source>
        <translation>%1의 %2 반올림</translation>
    </message>
    <message>
        <source>%1 chosen: %2. %3</source>
        <translation>선택: %1. %2. %3</translation>
    </message>
    <message>
        <source>Nothing lies between two neighbours here.</source>
        <translation>두 이웃 사이에 놓인 값이 아님</translation>
    </message>
    <message>
        <source>%1 bits are kept</source>
        <translation>남는 비트 %1개</translation>
    </message>
    <message>
        <source>guard</source>
        <translation>guard</translation>
    </message>
    <message>
        <source>round</source>
        <translation>round</translation>
    </message>
    <message>
        <source>sticky</source>
        <translation>sticky</translation>
    </message>
    <message>
        <source>beyond the largest number</source>
        <translation>가장 큰 수 밖</translation>
    </message>
    <message>
        <source>halfway</source>
        <translation>가운데</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>반올림</translation>
    </message>
    <message>
        <source>result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>error, ULP</source>
        <translation>오차, ULP</translation>
    </message>
    <message>
        <source>why</source>
        <translation>까닭</translation>
    </message>
    <message>
        <source>Nothing stands behind the kept bits: the value is there as it is.</source>
        <translation>남는 비트 뒤에 아무것도 없음: 값이 그대로 담김</translation>
    </message>
    <message>
        <source>Exactly half a step is cut off: a tie.</source>
        <translation>잘리는 것이 정확히 반 칸: 가운데(tie)</translation>
    </message>
    <message>
        <source>Less than half a step is cut off: %1 ULP.</source>
        <translation>잘리는 것이 반 칸보다 작음: %1 ULP</translation>
    </message>
    <message>
        <source>More than half a step is cut off: %1 ULP.</source>
        <translation>잘리는 것이 반 칸보다 큼: %1 ULP</translation>
    </message>
    <message>
        <source>Goes away from zero with probability %1; of %2 draws with seed %3 it did %4 times. R draws again.</source>
        <translation>0에서 먼 쪽으로 갈 확률 %1. 시드 %3의 추첨 %2번 가운데 %4번. R로 다시 추첨</translation>
    </message>
    <message>
        <source>Flags: %1.</source>
        <translation>플래그: %1.</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>상대 오차</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>플래그</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RunLab</name>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>모든 설정</translation>
    </message>
    <message>
        <source>Every setting of a run, with a search</source>
        <translation>실행의 모든 설정, 찾기 포함</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ScaleLab</name>
    <message>
        <source>Find a scale that fits</source>
        <translation>알맞은 스케일 찾기</translation>
    </message>
    <message>
        <source>A small GPT trains here, for real. Too high a scale and gradients pass the end of fp16: the step is skipped. Too low and they vanish.</source>
        <translation>작은 GPT의 실제 학습. 스케일이 너무 크면 기울기가 fp16의 끝을 넘어 그 스텝을 건너뛰고, 너무 작으면 기울기가 사라짐</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>스케일</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ScalerState</name>
    <message>
        <source>The scaler, call by call</source>
        <translation>스케일러의 호출 순서</translation>
    </message>
    <message>
        <source>The scaler in step %1</source>
        <translation>스텝 %1의 스케일러</translation>
    </message>
    <message>
        <source>loss × %1</source>
        <translation>손실 × %1</translation>
    </message>
    <message>
        <source>every gradient is %1 times as large</source>
        <translation>모든 기울기가 %1배</translation>
    </message>
    <message>
        <source>inf or NaN: %1 in %2</source>
        <translation>inf 또는 NaN: %2에 %1개</translation>
    </message>
    <message>
        <source>all finite, norm %1</source>
        <translation>모두 유한, 노름 %1</translation>
    </message>
    <message>
        <source>skipped: optimizer.step() is not called</source>
        <translation>건너뜀: optimizer.step()을 부르지 않음</translation>
    </message>
    <message>
        <source>optimizer.step() runs</source>
        <translation>optimizer.step() 실행</translation>
    </message>
    <message>
        <source>scale stays %1</source>
        <translation>스케일 %1 그대로</translation>
    </message>
    <message>
        <source>This run has no loss scaler.</source>
        <translation>손실 스케일러가 없는 실행</translation>
    </message>
    <message>
        <source>Select a step.</source>
        <translation>스텝 선택 필요</translation>
    </message>
    <message>
        <source>scale stays %1: %2 of %3 steps without an inf</source>
        <translation>스케일 %1 유지: inf 없는 스텝 %2/%3</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>call</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>state</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>found</source>
        <translation>결과</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ThroughputInstrument</name>
    <message>
        <source>not hardware speed</source>
        <translation>하드웨어 속도 아님</translation>
    </message>
    <message>
        <source>This CPU multiplies %1 numbers through fp32: the times say nothing about hardware that has this format.</source>
        <translation>이 CPU는 %1 곱셈을 fp32로 대신 계산합니다. 이 시간은 그 형식을 갖춘 하드웨어의 속도를 말해 주지 않습니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::TimeBar</name>
    <message>
        <source>Look at the step before</source>
        <translation>앞 스텝 보기</translation>
    </message>
    <message>
        <source>Look at the next step</source>
        <translation>다음 스텝 보기</translation>
    </message>
    <message>
        <source>Go on from the selected step: what the run did after it is dropped</source>
        <translation>고른 스텝에서 이어 가기: 그 뒤의 실행은 버립니다</translation>
    </message>
    <message>
        <source>Steps of the run</source>
        <translation>실행의 스텝</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>아직 스텝 없음</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>스텝 %1 / %2</translation>
    </message>
    <message>
        <source>Click or drag to choose a step. Ctrl+Left and Ctrl+Right go from one thing that happened to the next.</source>
        <translation>누르거나 끌어서 스텝 고르기. Ctrl+왼쪽, Ctrl+오른쪽은 앞뒤 사건으로.</translation>
    </message>
    <message>
        <source>How fast the record is played</source>
        <translation>기록 재생 빠르기</translation>
    </message>
    <message>
        <source>This is a recorded run: it can be looked at and played, but only a run of this window can go on.</source>
        <translation>기록된 실행입니다. 보고 재생할 수 있지만 이어 갈 수 있는 것은 이 창의 실행뿐입니다.</translation>
    </message>
    <message>
        <source>Go on from an earlier step: choose that step first</source>
        <translation>앞선 스텝에서 이어 가기: 먼저 그 스텝을 고르십시오</translation>
    </message>
    <message>
        <source>this run has no such step</source>
        <translation>이 실행에 없는 스텝</translation>
    </message>
    <message>
        <source>the newest step</source>
        <translation>최신 스텝</translation>
    </message>
    <message>
        <source>before the newest: %1</source>
        <translation>최신보다 %1스텝 앞</translation>
    </message>
    <message>
        <source>Speed of the record: %1</source>
        <translation>기록 재생 빠르기: %1</translation>
    </message>
    <message>
        <source>Pause the record</source>
        <translation>기록 재생 일시 정지</translation>
    </message>
    <message>
        <source>The run goes on and its newest step is shown: nothing to play</source>
        <translation>실행이 나아가고 최신 스텝을 보는 중: 재생할 것이 없음</translation>
    </message>
    <message>
        <source>Play the record: %1 steps per second. Nothing is trained.</source>
        <translation>기록 재생: 초당 %1스텝. 학습은 하지 않습니다.</translation>
    </message>
    <message>
        <source>things that happened so far: %1</source>
        <translation>지금까지의 사건: %1</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>여기서 이어 가기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::TopBar</name>
    <message>
        <source>Step</source>
        <translation>한 스텝</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>처음부터</translation>
    </message>
    <message>
        <source>One training step (F10)</source>
        <translation>학습 한 스텝 (F10)</translation>
    </message>
    <message>
        <source>From the first step with the same seed (Ctrl+R)</source>
        <translation>같은 시드로 첫 스텝부터 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Another seed (Ctrl+Shift+R)</source>
        <translation>다른 시드 (Ctrl+Shift+R)</translation>
    </message>
    <message>
        <source>Korean or English (Ctrl+L)</source>
        <translation>한국어 또는 영어 (Ctrl+L)</translation>
    </message>
    <message>
        <source>Light or dark (Ctrl+T)</source>
        <translation>밝게 또는 어둡게 (Ctrl+T)</translation>
    </message>
    <message>
        <source>Train in %1</source>
        <translation>%1로 학습</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시정지</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Pause after this step (F9)</source>
        <translation>이 스텝 뒤에 일시정지 (F9)</translation>
    </message>
    <message>
        <source>Go on, or start again when the run is over (F9)</source>
        <translation>계속, 끝난 실행은 다시 시작 (F9)</translation>
    </message>
    <message>
        <source>seed &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>시드 &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Lessons and labs (Ctrl+B)</source>
        <translation>단원과 실험실 (Ctrl+B)</translation>
    </message>
    <message>
        <source>Search for a lesson, lab, preset, setting, term or command (Ctrl+K)</source>
        <translation>단원, 실험실, 준비된 설정, 설정, 용어, 명령 찾기 (Ctrl+K)</translation>
    </message>
    <message>
        <source>Help: what is this, keys (F1), settings, about</source>
        <translation>도움말: 이것은 무엇, 단축키(F1), 설정, 정보</translation>
    </message>
    <message>
        <source>A recorded run: its steps can be looked at and played, not trained</source>
        <translation>기록된 실행: 스텝을 보고 재생할 수 있지만 학습할 수는 없습니다</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::TrainLab</name>
    <message>
        <source>three precisions</source>
        <translation>세 가지 정밀도</translation>
    </message>
    <message>
        <source>The same training in fp32, bf16 and fp16. fp16 has a loss scaler.</source>
        <translation>같은 학습을 fp32, bf16, fp16으로. fp16에는 손실 스케일러가 있음</translation>
    </message>
    <message>
        <source>three seeds each</source>
        <translation>시드 세 개씩</translation>
    </message>
    <message>
        <source>How far runs differ by chance alone: a band over three seeds.</source>
        <translation>우연만으로 실행이 얼마나 달라지나: 시드 세 개의 띠</translation>
    </message>
    <message>
        <source>fp16 starts too high</source>
        <translation>너무 높게 시작하는 fp16</translation>
    </message>
    <message>
        <source>Loss scale from 2²⁴: fp16 loses its first steps, the others do not.</source>
        <translation>손실 스케일 2²⁴에서 시작: fp16만 첫 스텝들을 잃음</translation>
    </message>
    <message>
        <source>small gradients, no scaler</source>
        <translation>작은 기울기, 스케일러 없음</translation>
    </message>
    <message>
        <source>Loss divided by 100,000: in fp16 most gradients become 0 and learning stops.</source>
        <translation>손실을 100,000으로 나눔: fp16에서는 기울기 대부분이 0이 되어 학습이 멈춤</translation>
    </message>
    <message>
        <source>learning rate too high</source>
        <translation>너무 높은 학습률</translation>
    </message>
    <message>
        <source>Where training is unstable, the precision decides when it breaks.</source>
        <translation>학습이 불안정한 곳에서는 정밀도가 언제 무너질지를 정함</translation>
    </message>
    <message>
        <source>The same training, three precisions</source>
        <translation>같은 학습, 세 가지 정밀도</translation>
    </message>
    <message>
        <source>Same seed, same text, step by step in turn. Choose a row below the plots to see its code and its steps.</source>
        <translation>같은 시드, 같은 글, 한 스텝씩 번갈아 실행. 그래프 아래의 줄을 고르면 그 실행의 코드와 스텝이 보임.</translation>
    </message>
    <message>
        <source>seeds (1 to 5)</source>
        <translation>시드 개수 (1~5)</translation>
    </message>
    <message>
        <source>weights of bf16 and fp16</source>
        <translation>bf16과 fp16의 가중치</translation>
    </message>
    <message>
        <source>fp32, under autocast</source>
        <translation>fp32, 자동 형변환</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16비트</translation>
    </message>
    <message>
        <source>16 bits, with an fp32 copy</source>
        <translation>16비트, fp32 사본과 함께</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>학습 비교</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::WeightsView</name>
    <message>
        <source>What the step changed</source>
        <translation>스텝이 바꾼 것</translation>
    </message>
    <message>
        <source>What step %1 changed</source>
        <translation>스텝 %1에서 바뀐 것</translation>
    </message>
    <message>
        <source>norm of Adam&apos;s m</source>
        <translation>Adam m의 노름</translation>
    </message>
    <message>
        <source>Adam&apos;s step count</source>
        <translation>Adam의 스텝 수</translation>
    </message>
    <message>
        <source>The optimizer ran.</source>
        <translation>옵티마이저 실행됨</translation>
    </message>
    <message>
        <source>Skipped: everything is as it was before the step.</source>
        <translation>건너뜀: 모두 스텝 전 그대로</translation>
    </message>
    <message>
        <source>Select a step.</source>
        <translation>스텝 선택 필요</translation>
    </message>
    <message>
        <source>before</source>
        <translation>전</translation>
    </message>
    <message>
        <source>after</source>
        <translation>후</translation>
    </message>
    <message>
        <source>weights that moved (of %1)</source>
        <translation>움직인 가중치 (총 %1)</translation>
    </message>
    <message>
        <source>norm of SGD&apos;s momentum</source>
        <translation>SGD 모멘텀의 노름</translation>
    </message>
    <message>
        <source>SGD&apos;s step count</source>
        <translation>SGD의 스텝 수</translation>
    </message>
    <message>
        <source>what</source>
        <translation>항목</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::InspectLab</name>
    <message>
        <source>Inspect</source>
        <translation>텐서 검사</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>What would a tensor lose?</source>
        <translation>텐서에서 무엇이 사라질까?</translation>
    </message>
    <message>
        <source>Open a .npy, .safetensors or CSV of your own, or drop it on the window. A training log is read and judged.</source>
        <translation>가진 .npy, .safetensors, CSV를 열거나 창에 끌어다 놓으십시오. 학습 로그는 읽고 진단합니다.</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>열기 …</translation>
    </message>
    <message>
        <source>Paste a log</source>
        <translation>로그 붙여넣기</translation>
    </message>
    <message>
        <source>Reads a training log from the clipboard: step, loss, gradient norm, loss scale</source>
        <translation>클립보드의 학습 로그 읽기: 스텝, 손실, 기울기 노름, 손실 스케일</translation>
    </message>
    <message>
        <source>What does it show?</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>Findings about the whole file, with what to look at next</source>
        <translation>파일 전체의 진단과 다음에 볼 것</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Tensors of the file</source>
        <translation>파일의 텐서</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>읽는 중</translation>
    </message>
    <message>
        <source>Tensors and logs (*.npy *.safetensors *.csv *.tsv *.txt *.log *.jsonl *.out);;All files (*)</source>
        <translation>텐서와 로그 (*.npy *.safetensors *.csv *.tsv *.txt *.log *.jsonl *.out);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>클립보드</translation>
    </message>
    <message>
        <source>This file holds no tensors.</source>
        <translation>텐서가 없는 파일</translation>
    </message>
    <message>
        <source>This tensor cannot be read.</source>
        <translation>읽을 수 없는 텐서</translation>
    </message>
    <message>
        <source>Reading every tensor …</source>
        <translation>모든 텐서를 읽는 중 …</translation>
    </message>
    <message>
        <source>What are these elements?</source>
        <translation>이 원소의 형식은?</translation>
    </message>
    <message>
        <source>Read 0,5 as 0.5</source>
        <translation>0,5를 0.5로 읽기</translation>
    </message>
    <message>
        <source>How is it meant?</source>
        <translation>어떤 뜻인지?</translation>
    </message>
    <message>
        <source>Log: %1</source>
        <translation>로그: %1</translation>
    </message>
    <message>
        <source>%1: %2 tensors, %3 elements</source>
        <translation>%1: 텐서 %2개, 원소 %3개</translation>
    </message>
    <message>
        <source>Stopped. Choose the tensor again to read it.</source>
        <translation>멈춤. 텐서를 다시 고르면 읽음.</translation>
    </message>
    <message>
        <source>Example: gradients</source>
        <translation>예: 기울기</translation>
    </message>
    <message>
        <source>From early to late layers: which of them vanish in fp16 without a scale?</source>
        <translation>앞층부터 뒤층까지. 스케일 없는 fp16에서 사라지는 것은?</translation>
    </message>
    <message>
        <source>Example: activations</source>
        <translation>예: 활성값</translation>
    </message>
    <message>
        <source>Softmax, a hidden layer, and outliers: one scale does not fit all.</source>
        <translation>소프트맥스, 은닉층, 튀는 값. 스케일 하나로는 다 담지 못함</translation>
    </message>
    <message>
        <source>Example: Adam&apos;s averages</source>
        <translation>예: Adam의 두 평균</translation>
    </message>
    <message>
        <source>The second one is a square: too small for fp16.</source>
        <translation>둘째 평균은 제곱이어서 fp16에는 너무 작음</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>예</translation>
    </message>
    <message>
        <source>Example: numbers made by a formula (seed %1), shaped like those of a small network; not measured.</source>
        <translation>예: 식으로 만든 수(시드 %1). 작은 신경망의 것을 닮았을 뿐, 잰 값이 아닙니다.</translation>
    </message>
    <message>
        <source>Tensors (.npy, .safetensors, .csv) or a training log</source>
        <translation>텐서(.npy, .safetensors, .csv)나 학습 로그</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::TensorHistogram</name>
    <message>
        <source>The bands of %1</source>
        <translation>%1의 구간</translation>
    </message>
    <message>
        <source>Sizes and bands</source>
        <translation>크기와 구간</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>원소가 없는 텐서</translation>
    </message>
    <message>
        <source>%1 and what %2 can hold</source>
        <translation>%1: %2에 담기는 것</translation>
    </message>
    <message>
        <source>|x|</source>
        <translation>|x|</translation>
    </message>
    <message>
        <source>|x × scale|</source>
        <translation>|x × 스케일|</translation>
    </message>
    <message>
        <source>log2 of |x|, from</source>
        <translation>log2 |x|, 하한</translation>
    </message>
    <message>
        <source>count</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>A scale that every element is multiplied with before it is rounded. Drag it, or press Left and Right.</source>
        <translation>반올림하기 전에 모든 원소에 곱하는 스케일. 끌거나 왼쪽, 오른쪽 키로 옮기기.</translation>
    </message>
    <message>
        <source>drag ▼: another scale · a bar opens in Bits</source>
        <translation>▼ 끌기: 다른 스케일 · 막대 누르기: 비트 실험실</translation>
    </message>
    <message>
        <source>× %1: %2 become 0, %3 subnormal, %4 overflow</source>
        <translation>× %1: 0이 됨 %2, 비정규수 %3, 넘침 %4</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::FormatTable</name>
    <message>
        <source>What each format makes of it</source>
        <translation>형식마다 어떻게 되나</translation>
    </message>
    <message>
        <source>at × %1; Enter takes the best scale</source>
        <translation>× %1에서. Enter: 최적 스케일로</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>to 0</source>
        <translation>0이 됨</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>비정규수</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>넘침</translation>
    </message>
    <message>
        <source>RMS error</source>
        <translation>RMS 오차</translation>
    </message>
    <message>
        <source>best scale</source>
        <translation>최적 스케일</translation>
    </message>
    <message>
        <source>Root of the mean squared error over the root mean square, of what stays finite</source>
        <translation>유한하게 남은 값의 오차 제곱평균제곱근을 값의 제곱평균제곱근으로 나눈 것</translation>
    </message>
    <message>
        <source>The power of two at which nothing overflows and the fewest become 0</source>
        <translation>넘치는 것이 없고 0이 되는 것이 가장 적은 2의 거듭제곱</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::WorstTable</name>
    <message>
        <source>largest |x|</source>
        <translation>가장 큰 |x|</translation>
    </message>
    <message>
        <source>largest error</source>
        <translation>가장 큰 오차</translation>
    </message>
    <message>
        <source>become 0</source>
        <translation>0이 됨</translation>
    </message>
    <message>
        <source>inf and NaN</source>
        <translation>inf와 NaN</translation>
    </message>
    <message>
        <source>Which elements</source>
        <translation>어떤 원소</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>원소</translation>
    </message>
    <message>
        <source>index</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>저장된 값</translation>
    </message>
    <message>
        <source>rel. error</source>
        <translation>상대 오차</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>SumFigures</name>
    <message>
        <source>%1 numbers uniform in [0, %2), seed %3</source>
        <translation>[0, %2) 균등 분포 수 %1개, 시드 %3</translation>
    </message>
    <message>
        <source>%1 numbers normal around 0, deviation %2, seed %3</source>
        <translation>평균 0, 표준 편차 %2인 정규 분포 수 %1개, 시드 %3</translation>
    </message>
    <message>
        <source>%1, added %2 times</source>
        <translation>%1, %2번 더하기</translation>
    </message>
    <message>
        <source>%1 one by one</source>
        <translation>%1 하나씩</translation>
    </message>
    <message>
        <source>fp32 accumulator</source>
        <translation>fp32 누산기</translation>
    </message>
    <message>
        <source>Kahan</source>
        <translation>카한(Kahan)</translation>
    </message>
    <message>
        <source>in pairs</source>
        <translation>쌍으로</translation>
    </message>
    <message>
        <source>stochastic</source>
        <translation>확률 반올림</translation>
    </message>
    <message>
        <source>A race of sums</source>
        <translation>합산 경주</translation>
    </message>
    <message>
        <source>numbers added</source>
        <translation>더한 수</translation>
    </message>
    <message>
        <source>relative error of the sum</source>
        <translation>합의 상대 오차</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>합</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>정확한 값</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 %2번째</translation>
    </message>
    <message>
        <source>%1: from addition %2 on nothing changes any more, the sum stays %3</source>
        <translation>%1: %2번째 덧셈부터 변화 없음, 합은 %3에 머묾</translation>
    </message>
    <message>
        <source>× sticks: %1</source>
        <translation>× 멈춤: %1</translation>
    </message>
    <message>
        <source>every number and every sum rounded to %1</source>
        <translation>수와 합을 매번 %1 형식으로 반올림</translation>
    </message>
    <message>
        <source>%1. Exact sum: %2. %3.</source>
        <translation>%1. 정확한 합: %2. %3.</translation>
    </message>
    <message>
        <source>The fate of an update</source>
        <translation>갱신의 운명</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>nearest even</source>
        <translation>가까운 짝수</translation>
    </message>
    <message>
        <source>fp32 master</source>
        <translation>fp32 마스터</translation>
    </message>
    <message>
        <source>%1 copy of the master</source>
        <translation>마스터의 %1 사본</translation>
    </message>
    <message>
        <source>after %1: %2, master %3</source>
        <translation>%1번 뒤: %2, 마스터 %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 steps vanish</source>
        <translation>%1: %3번 가운데 %2번 사라짐</translation>
    </message>
    <message>
        <source>%1: weight %2, step %3, %4 times</source>
        <translation>%1: 가중치 %2, 스텝 %3, %4번</translation>
    </message>
    <message>
        <source>%1. Stored in %2 it ends at %3, with stochastic rounding at %4, with an fp32 master at %5; exactly it would be %6. %7 of %8 steps vanish.</source>
        <translation>%1. %2 저장은 %3, 확률 반올림은 %4, fp32 마스터는 %5에서 끝남. 정확히는 %6. %8번 가운데 %7번 사라짐.</translation>
    </message>
    <message>
        <source>Spacing</source>
        <translation>수의 간격</translation>
    </message>
    <message>
        <source>size of the number</source>
        <translation>수의 크기</translation>
    </message>
    <message>
        <source>distance to the next number</source>
        <translation>다음 수까지의 거리</translation>
    </message>
    <message>
        <source>distance to the next number, relative</source>
        <translation>다음 수까지의 상대 거리</translation>
    </message>
    <message>
        <source>log2 of the size</source>
        <translation>크기의 log2</translation>
    </message>
    <message>
        <source>%1: everything below becomes 0</source>
        <translation>%1: 그 아래는 모두 0</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>at %1: %2</source>
        <translation>%1에서: %2</translation>
    </message>
    <message>
        <source>abrupt underflow: below the smallest normal number everything becomes 0</source>
        <translation>급격한 사라짐: 가장 작은 정규수 아래는 모두 0</translation>
    </message>
    <message>
        <source>gradual underflow: subnormal numbers in equal steps down to 0</source>
        <translation>점진적 사라짐: 비정규수가 같은 간격으로 0까지</translation>
    </message>
    <message>
        <source>Spacing of %1 over their whole range; %2.</source>
        <translation>전체 범위에서 %1의 간격. %2.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::Accumulator</name>
    <message>
        <source>error</source>
        <translation>오차</translation>
    </message>
    <message>
        <source>Show how far each sum is off, relative to the exact one</source>
        <translation>정확한 합에 견준 상대 오차 보기</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>Stop adding</source>
        <translation>덧셈 멈추기</translation>
    </message>
    <message>
        <source>A race of sums</source>
        <translation>합산 경주</translation>
    </message>
    <message>
        <source>Adding up … %1 %</source>
        <translation>더하는 중 … %1 %</translation>
    </message>
    <message>
        <source>Stopped. Change a setting to start again.</source>
        <translation>멈춤. 설정을 바꾸면 다시 시작</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SideBar</name>
    <message>
        <source>%1, folded</source>
        <translation>%1, 접힘</translation>
    </message>
    <message>
        <source>%1, done</source>
        <translation>%1, 마침</translation>
    </message>
    <message>
        <source>Lessons and labs</source>
        <translation>단원과 실험실</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;Lessons and labs&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Lessons by chapter, in the order in which they build on each other; a tick marks those that you have walked to the end. Below, the labs in which everything can be changed, and what was learned. A heading folds its section.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;단원과 실험실&lt;/b&gt;&lt;/p&gt;&lt;p&gt;단원은 장마다 앞에서부터 쌓이는 차례로 있고, 끝까지 간 단원에는 표시가 붙습니다. 그 아래는 무엇이든 바꾸어 보는 실험실과 배운 것입니다. 제목을 누르면 접힙니다.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SpacingPlot</name>
    <message>
        <source>absolute</source>
        <translation>절댓값</translation>
    </message>
    <message>
        <source>abs.</source>
        <translation>절대</translation>
    </message>
    <message>
        <source>The distance itself, not relative to the number</source>
        <translation>수에 견주지 않은 거리 그대로</translation>
    </message>
    <message>
        <source>abrupt</source>
        <translation>급격</translation>
    </message>
    <message>
        <source>Without subnormal numbers: what lies below the smallest normal one becomes 0</source>
        <translation>비정규수 없이: 가장 작은 정규수 아래는 0</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SumTable</name>
    <message>
        <source>method</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>sum after %1</source>
        <translation>%1개 뒤의 합</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>합</translation>
    </message>
    <message>
        <source>sticks at</source>
        <translation>멈춘 곳</translation>
    </message>
    <message>
        <source>changed nothing</source>
        <translation>변화 없음</translation>
    </message>
    <message>
        <source>error, ULP</source>
        <translation>오차, ULP</translation>
    </message>
    <message>
        <source>lost bits</source>
        <translation>비트 손실</translation>
    </message>
    <message>
        <source>inf at %1</source>
        <translation>%1에서 inf</translation>
    </message>
    <message>
        <source>sticks at: the addition from which on nothing changes any more. changed nothing: additions after which the sum was what it had been. lost bits: additions whose exact result the format does not have.</source>
        <translation>멈춘 곳: 그 뒤로 아무것도 바뀌지 않는 덧셈. 변화 없음: 합이 그대로인 덧셈의 수. 비트 손실: 정확한 결과가 형식에 없는 덧셈의 수.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SumsLab</name>
    <message>
        <source>Sums and updates</source>
        <translation>합과 갱신</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>4096 ones in fp16</source>
        <translation>fp16으로 1을 4096번</translation>
    </message>
    <message>
        <source>From 2048 on the numbers of fp16 lie 2 apart: one more is half of that, and a tie goes back to the even number.</source>
        <translation>2048부터 fp16의 수는 2씩 떨어져 있어 1은 그 절반. 가운데는 짝수 쪽으로 되돌아감.</translation>
    </message>
    <message>
        <source>1024 ones in bf16</source>
        <translation>bf16으로 1을 1024번</translation>
    </message>
    <message>
        <source>bf16 has three bits less than fp16: its sum sticks at 256.</source>
        <translation>bf16은 fp16보다 3비트가 적어 합이 256에서 멈춤.</translation>
    </message>
    <message>
        <source>0.1, added 10,000 times</source>
        <translation>0.1을 10,000번</translation>
    </message>
    <message>
        <source>The sum should be 1000. In fp16 it stays at 256, where the numbers lie 0.25 apart.</source>
        <translation>합은 1000이어야 하지만 fp16에서는 수의 간격이 0.25인 256에 머묾.</translation>
    </message>
    <message>
        <source>1 + 2⁻¹¹ in fp16</source>
        <translation>fp16에서 1 + 2⁻¹¹</translation>
    </message>
    <message>
        <source>Half an ULP exactly: 1 is even, so 1 + 2⁻¹¹ is 1 again, a hundred times in a row.</source>
        <translation>정확히 ULP의 절반. 1이 짝수라 1 + 2⁻¹¹은 백 번을 더해도 다시 1.</translation>
    </message>
    <message>
        <source>1 − 0.0006 in bf16, 100 times</source>
        <translation>bf16에서 1 − 0.0006을 100번</translation>
    </message>
    <message>
        <source>Every step is less than half the way to the next weight and vanishes. An fp32 master weight keeps all of them.</source>
        <translation>스텝마다 다음 가중치까지 거리의 절반에 못 미쳐 사라짐. fp32 마스터 가중치는 모두 간직함.</translation>
    </message>
    <message>
        <source>100,000 numbers around 0</source>
        <translation>0 둘레의 수 100,000개</translation>
    </message>
    <message>
        <source>Numbers of both signs, as gradients are: nothing sticks, but nearly every addition loses bits.</source>
        <translation>기울기처럼 부호가 섞인 수. 멈추지는 않지만 거의 덧셈마다 비트를 잃음.</translation>
    </message>
    <message>
        <source>A sum grows until the next number is less than half its spacing: then it sticks.</source>
        <translation>합은 다음에 더할 수가 간격의 절반에 못 미칠 때까지 커지고, 거기서 멈춤.</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>number to add</source>
        <translation>더할 수</translation>
    </message>
    <message>
        <source>how many times</source>
        <translation>더하는 횟수</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>수열</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>step of the update</source>
        <translation>갱신 스텝</translation>
    </message>
    <message>
        <source>how many steps</source>
        <translation>스텝 횟수</translation>
    </message>
    <message>
        <source>seed of what is drawn</source>
        <translation>뽑기 시드</translation>
    </message>
    <message>
        <source>the same number</source>
        <translation>같은 수</translation>
    </message>
    <message>
        <source>uniform from 0 to it</source>
        <translation>0부터 그 수까지 균등</translation>
    </message>
    <message>
        <source>normal around 0</source>
        <translation>0 둘레 정규 분포</translation>
    </message>
    <message>
        <source>A number or an expression: 0.1, 2^-11, 1/3. Enter shows it.</source>
        <translation>수나 식: 0.1, 2^-11, 1/3. Enter로 보기.</translation>
    </message>
    <message>
        <source>1 to 10,000,000; long sums run beside the window and can be stopped</source>
        <translation>1~10,000,000. 긴 합은 창과 따로 계산하며 멈출 수 있음</translation>
    </message>
    <message>
        <source>Of drawn numbers and of stochastic rounding: the same seed gives the same bits</source>
        <translation>뽑는 수와 확률 반올림의 시드. 같은 시드면 같은 비트</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::UpdateAxis</name>
    <message>
        <source>step %1 · half way to the next %2 · ULP %3</source>
        <translation>스텝 %1 · 다음 수까지의 절반 %2 · ULP %3</translation>
    </message>
    <message>
        <source>no step</source>
        <translation>스텝 없음</translation>
    </message>
    <message>
        <source>this update vanishes</source>
        <translation>이 갱신은 사라짐</translation>
    </message>
    <message>
        <source>this update moves the weight</source>
        <translation>이 갱신은 가중치를 옮김</translation>
    </message>
</context>
<context>
    <name>HardwareFigures</name>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>q, k, v</source>
        <translation>q, k, v</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>어텐션 점수</translation>
    </message>
    <message>
        <source>weighted values</source>
        <translation>값의 가중합</translation>
    </message>
    <message>
        <source>attention&apos;s output</source>
        <translation>어텐션 출력</translation>
    </message>
    <message>
        <source>feed-forward, up</source>
        <translation>feed-forward, 위로</translation>
    </message>
    <message>
        <source>feed-forward, down</source>
        <translation>feed-forward, 아래로</translation>
    </message>
    <message>
        <source>head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>memory: %1 GB/s</source>
        <translation>메모리: %1 GB/s</translation>
    </message>
    <message>
        <source>this machine (%1)</source>
        <translation>이 기기(%1)</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>루프라인</translation>
    </message>
    <message>
        <source>operations per byte of memory traffic</source>
        <translation>메모리 이동 1바이트당 연산 수</translation>
    </message>
    <message>
        <source>Nothing measured here yet.
“Measure” does it in a few seconds.</source>
        <translation>아직 측정한 값 없음
‘측정’을 누르면 몇 초 만에 끝남</translation>
    </message>
    <message>
        <source>No rate of this device is published.</source>
        <translation>이 기기의 속도는 공개된 적 없음</translation>
    </message>
    <message>
        <source>product</source>
        <translation>행렬곱</translation>
    </message>
    <message>
        <source>operations per byte</source>
        <translation>바이트당 연산</translation>
    </message>
    <message>
        <source>attainable, TFLOPS</source>
        <translation>도달 가능, TFLOPS</translation>
    </message>
    <message>
        <source>of the peak, %</source>
        <translation>최고치 대비, %</translation>
    </message>
    <message>
        <source>ms in one forward pass</source>
        <translation>순전파 한 번의 ms</translation>
    </message>
    <message>
        <source>products of %1 in %2</source>
        <translation>%1의 행렬곱, %2</translation>
    </message>
    <message>
        <source>bandwidth not known: only arithmetic bounds</source>
        <translation>대역폭을 몰라 연산만 한계로 봄</translation>
    </message>
    <message>
        <source>memory bounds %1 of %2 products</source>
        <translation>행렬곱 %2개 중 %1개는 메모리가 한계</translation>
    </message>
    <message>
        <source>no rate for %1</source>
        <translation>%1 속도 없음</translation>
    </message>
    <message>
        <source>faint: %1</source>
        <translation>흐린 선: %1</translation>
    </message>
    <message>
        <source>Roofline of %1: %2 in %3, ridge at %4 operations per byte. Of %5 products of a forward pass of %6, memory bounds %7.</source>
        <translation>%1의 루프라인: %3에서 %2, 능선은 바이트당 연산 %4. %6 순전파의 행렬곱 %5개 중 %7개는 메모리가 한계.</translation>
    </message>
    <message>
        <source>Roofline of %1: no rate for %2.</source>
        <translation>%1의 루프라인: %2 속도 없음.</translation>
    </message>
    <message>
        <source>%1, threads: %2; roofs: the best measured product and copy; products of the model: on the roof, estimated</source>
        <translation>%1, 스레드 %2개. 천장은 가장 빠른 행렬곱과 복사의 측정값, 모델의 행렬곱은 천장 위의 추정값</translation>
    </message>
    <message>
        <source>%1; dense peaks at boost clock: roofs, not predictions</source>
        <translation>%1. 부스트 클록의 밀집 최고치로, 예측이 아니라 천장</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>스텝의 구성</translation>
    </message>
    <message>
        <source>seconds per optimizer step</source>
        <translation>옵티마이저 스텝 하나의 초</translation>
    </message>
    <message>
        <source>milliseconds per optimizer step</source>
        <translation>옵티마이저 스텝 하나의 ms</translation>
    </message>
    <message>
        <source>matrix products</source>
        <translation>행렬곱</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>나머지</translation>
    </message>
    <message>
        <source>optimizer, casts</source>
        <translation>옵티마이저, 형변환</translation>
    </message>
    <message>
        <source>format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>peak, TFLOPS</source>
        <translation>최고치, TFLOPS</translation>
    </message>
    <message>
        <source>products, ms</source>
        <translation>행렬곱, ms</translation>
    </message>
    <message>
        <source>everything else, ms</source>
        <translation>나머지, ms</translation>
    </message>
    <message>
        <source>optimizer, ms</source>
        <translation>옵티마이저, ms</translation>
    </message>
    <message>
        <source>step, ms</source>
        <translation>스텝, ms</translation>
    </message>
    <message>
        <source>share of products, %</source>
        <translation>행렬곱 비율, %</translation>
    </message>
    <message>
        <source>Amdahl, times</source>
        <translation>암달, 배</translation>
    </message>
    <message>
        <source>step, times</source>
        <translation>스텝, 배</translation>
    </message>
    <message>
        <source>measured, ms</source>
        <translation>측정, ms</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, %2×</source>
        <translation>%1, %2배</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>측정: %1</translation>
    </message>
    <message>
        <source>%1: peak %2×, Amdahl %3×, step %4×</source>
        <translation>%1: 최고치 %2배, 암달 %3배, 스텝 %4배</translation>
    </message>
    <message>
        <source>micro measured here: %1 of fp32</source>
        <translation>이 기기의 micro 측정: fp32 대비 %1</translation>
    </message>
    <message>
        <source>One step of %1 on %2, estimated. In fp32 %3, of which products take %4 %. %5</source>
        <translation>%2에서 %1 한 스텝, 추정. fp32로 %3, 그중 행렬곱이 %4 %. %5</translation>
    </message>
    <message>
        <source>8 sequences of 64 tokens; %1, threads: %2; predicted from the best measured product and copy</source>
        <translation>64토큰 시퀀스 8개. %1, 스레드 %2개. 가장 빠른 행렬곱과 복사의 측정값으로 예측</translation>
    </message>
    <message>
        <source>%1 × %2 sequences of %3 tokens; a lower bound: peaks, perfect caches, no launches</source>
        <translation>%3토큰 시퀀스 %1 × %2개. 최고치, 완전한 캐시, 호출 비용 없음을 가정한 하한</translation>
    </message>
    <message>
        <source>GFLOPS (10⁹ operations per second)</source>
        <translation>GFLOPS(초당 10⁹ 연산)</translation>
    </message>
    <message>
        <source>TFLOPS (10¹² operations per second)</source>
        <translation>TFLOPS(초당 10¹² 연산)</translation>
    </message>
    <message>
        <source>coloured dots: measured, by size</source>
        <translation>색 점: 크기별 측정</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::Advisor</name>
    <message>
        <source>checkpointing</source>
        <translation>체크포인팅</translation>
    </message>
    <message>
        <source>no checkpointing</source>
        <translation>체크포인팅 없음</translation>
    </message>
    <message>
        <source>%1 × %2 sequences</source>
        <translation>시퀀스 %1 × %2개</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 중 %1</translation>
    </message>
    <message>
        <source>accumulation %1</source>
        <translation>누적 %1</translation>
    </message>
    <message>
        <source>memory not known</source>
        <translation>메모리 모름</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>%1 초과</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>들어감</translation>
    </message>
    <message>
        <source>as the chapter</source>
        <translation>챕터와 같음</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>챕터와 다름</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>권장 설정</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens per step</source>
        <translation>스텝당 %2토큰 시퀀스 %1개</translation>
    </message>
    <message>
        <source>chapter B: %1</source>
        <translation>챕터 B: %1</translation>
    </message>
    <message>
        <source>Chapter B, section 8</source>
        <translation>챕터 B 8절의 표</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>In %1 instead, as chosen: %2, which leaves %3; at most %4 sequences fit at once.</source>
        <translation>고른 대로 %1: %2 필요, %3 남음. 한 번에 시퀀스 %4개까지.</translation>
    </message>
    <message>
        <source>In %1 instead, as chosen: %2, which is %3 too much; at most %4 sequences fit at once.</source>
        <translation>고른 대로 %1: %2 필요, %3 초과. 한 번에 시퀀스 %4개까지.</translation>
    </message>
    <message>
        <source>Checklist</source>
        <translation>체크리스트</translation>
    </message>
    <message>
        <source>Formulas and peaks of the catalogue; %1 sequences of %2 tokens per optimizer step</source>
        <translation>식과 목록의 최고치. 옵티마이저 스텝마다 %2토큰 시퀀스 %1개</translation>
    </message>
    <message>
        <source>model / device</source>
        <translation>모델 / 기기</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>chapter B</source>
        <translation>챕터 B</translation>
    </message>
    <message>
        <source>why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>%1: a click or Enter looks at it</source>
        <translation>%1: 클릭이나 Enter로 보기</translation>
    </message>
    <message>
        <source>A click on a row looks at its device and model.</source>
        <translation>줄을 클릭하면 그 기기와 모델을 봅니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::HardwareCard</name>
    <message>
        <source>%1 of %2 · stop</source>
        <translation>%2개 중 %1 · 중지</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>다시 측정</translation>
    </message>
    <message>
        <source>Stop measuring: %1</source>
        <translation>측정 중지: %1</translation>
    </message>
    <message>
        <source>Multiplies, copies and trains for a few seconds; runs wait meanwhile</source>
        <translation>몇 초 동안 곱하고 복사하고 학습합니다. 그동안 실행은 기다립니다</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>수치</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>대역폭</translation>
    </message>
    <message>
        <source>peak, %1</source>
        <translation>최고치, %1</translation>
    </message>
    <message>
        <source>per cycle and core, %1</source>
        <translation>코어와 주기당, %1</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Number formats</source>
        <translation>수 형식</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Memory for %1</source>
        <translation>%1의 메모리</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 중 %1</translation>
    </message>
    <message>
        <source>Fits, %1 are left. States %2, activations %3: estimated by formula.</source>
        <translation>들어감, %1 남음. 상태 %2, 활성값 %3: 식으로 추정.</translation>
    </message>
    <message>
        <source>Does not fit: %1 are missing. States %2, activations %3: estimated by formula.</source>
        <translation>들어가지 않음, %1 모자람. 상태 %2, 활성값 %3: 식으로 추정.</translation>
    </message>
    <message>
        <source>compute capability %1</source>
        <translation>compute capability %1</translation>
    </message>
    <message>
        <source>%1; each figure as its source gives it</source>
        <translation>%1. 수치는 출처에 적힌 그대로</translation>
    </message>
    <message>
        <source>what</source>
        <translation>항목</translation>
    </message>
    <message>
        <source>why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>Point at a row, or use the arrow keys, for its source; a click or Enter keeps it open.</source>
        <translation>줄에 마우스를 올리거나 화살표 키로 고르면 출처가 보입니다. 클릭이나 Enter로 펼쳐 둡니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::HardwareLab</name>
    <message>
        <source>A row of chapter B&apos;s table, worked out</source>
        <translation>챕터 B의 표 한 줄을 계산으로 확인</translation>
    </message>
    <message>
        <source>micro / this machine</source>
        <translation>micro / 이 기기</translation>
    </message>
    <message>
        <source>What was measured here; “Measure” does it in a few seconds</source>
        <translation>이 기기에서 측정한 값. ‘측정’이 몇 초 만에 측정</translation>
    </message>
    <message>
        <source>Device and speed</source>
        <translation>기기와 속도</translation>
    </message>
    <message>
        <source>Settings and checklist</source>
        <translation>설정과 체크리스트</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>하드웨어</translation>
    </message>
    <message>
        <source>What a device can do with each format, and which settings follow from it.</source>
        <translation>기기가 형식마다 무엇을 할 수 있고, 거기서 어떤 설정이 나오는가.</translation>
    </message>
    <message>
        <source>device</source>
        <translation>기기</translation>
    </message>
    <message>
        <source>beside it</source>
        <translation>나란히 볼 기기</translation>
    </message>
    <message>
        <source>model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>sequences per optimizer step</source>
        <translation>옵티마이저 스텝당 시퀀스 수</translation>
    </message>
    <message>
        <source>tokens in a sequence</source>
        <translation>시퀀스의 토큰 수</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>memory to stay within</source>
        <translation>메모리 한도</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>이 기기</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>as advised</source>
        <translation>권장대로</translation>
    </message>
    <message>
        <source>written out</source>
        <translation>풀어 쓴 구현</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>융합 구현</translation>
    </message>
    <message>
        <source>Type a part of the name: 4090, a100, T4</source>
        <translation>이름 일부를 입력: 4090, a100, T4</translation>
    </message>
    <message>
        <source>nano, micro, 10m, 30m, 125m, or a number of parameters such as 350M</source>
        <translation>nano, micro, 10m, 30m, 125m, 또는 350M 같은 파라미터 수</translation>
    </message>
    <message>
        <source>the device&apos;s</source>
        <translation>기기의 메모리</translation>
    </message>
    <message>
        <source>24 GB, 8 GiB or the name of a device; empty: the device&apos;s memory less 1 GB</source>
        <translation>24 GB, 8 GiB 또는 기기 이름. 비우면 기기 메모리에서 1 GB를 뺀 값</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Measure this machine</source>
        <translation>이 기기 측정</translation>
    </message>
    <message>
        <source>Measure this machine again</source>
        <translation>이 기기 다시 측정</translation>
    </message>
    <message>
        <source>Multiplies, copies and trains for a few seconds; runs wait meanwhile</source>
        <translation>몇 초 동안 곱하고 복사하고 학습합니다. 그동안 실행은 기다립니다</translation>
    </message>
    <message>
        <source>Measuring: %1</source>
        <translation>측정 중: %1</translation>
    </message>
    <message>
        <source>Nothing measured here yet.</source>
        <translation>아직 측정한 값 없음</translation>
    </message>
    <message>
        <source>Measured here: %1, threads: %2</source>
        <translation>이 기기에서 측정: %1, 스레드 %2개</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::GlossaryPage</name>
    <message>
        <source>Glossary</source>
        <translation>용어집</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation>용어 찾기</translation>
    </message>
    <message>
        <source>See also: %1</source>
        <translation>함께 보기: %1</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>단원: %1</translation>
    </message>
    <message>
        <source>No term holds these words.</source>
        <translation>그 말이 들어 있는 용어가 없습니다.</translation>
    </message>
    <message>
        <source>Shows the terms that hold these letters, in their name or meaning</source>
        <translation>이름이나 뜻에 이 글자가 있는 용어 보기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ProgressPage</name>
    <message>
        <source>My progress</source>
        <translation>나의 기록</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Progress (*.json)</source>
        <translation>학습 기록 (*.json)</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>내보내기 …</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>가져오기 …</translation>
    </message>
    <message>
        <source>Forget everything …</source>
        <translation>모두 지우기 …</translation>
    </message>
    <message>
        <source>Predictions and what came</source>
        <translation>예측과 결과</translation>
    </message>
    <message>
        <source>How often predictions came true</source>
        <translation>예측이 맞은 비율</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>단원</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>What came</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>How sure</source>
        <translation>확신</translation>
    </message>
    <message>
        <source>Right?</source>
        <translation>맞음</translation>
    </message>
    <message>
        <source>No prediction yet. Each lesson asks for some before it runs anything; what you said and what came is kept here.</source>
        <translation>아직 예측이 없습니다. 단원마다 실행하기 전에 예측을 묻고, 예측과 결과를 여기에 남깁니다.</translation>
    </message>
    <message>
        <source>%1 minutes left</source>
        <translation>남은 시간 %1분</translation>
    </message>
    <message>
        <source>Continue: %1</source>
        <translation>이어서: %1</translation>
    </message>
    <message>
        <source>Begin: %1</source>
        <translation>시작: %1</translation>
    </message>
    <message>
        <source>Chapter %1</source>
        <translation>%1장</translation>
    </message>
    <message>
        <source>%1 of %2 lessons finished</source>
        <translation>단원 %2개 가운데 %1개 마침</translation>
    </message>
    <message>
        <source>five questions: before %1, after %2 right</source>
        <translation>다섯 문제: 처음 %1개, 나중 %2개 맞음</translation>
    </message>
    <message>
        <source>Answer before</source>
        <translation>처음 풀기</translation>
    </message>
    <message>
        <source>Answer after</source>
        <translation>다시 풀기</translation>
    </message>
    <message>
        <source>Five questions to see where you stand</source>
        <translation>지금 아는 것을 보는 다섯 문제</translation>
    </message>
    <message>
        <source>The same five questions, to see what has changed</source>
        <translation>무엇이 달라졌는지 보는 같은 다섯 문제</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>아직 측정 전</translation>
    </message>
    <message>
        <source>Progress taken over from %1</source>
        <translation>학습 기록을 가져옴: %1</translation>
    </message>
    <message>
        <source>Forget all progress? A copy stays in the data folder.</source>
        <translation>학습 기록을 모두 지울까요? 사본은 데이터 폴더에 남습니다.</translation>
    </message>
    <message>
        <source>Saves answers and progress as a file</source>
        <translation>답과 진도를 파일로 저장</translation>
    </message>
    <message>
        <source>Takes over the answers and progress of such a file</source>
        <translation>그런 파일의 답과 진도를 가져옴</translation>
    </message>
    <message>
        <source>Asks first; then every lesson begins anew</source>
        <translation>먼저 묻고, 모든 단원을 처음 상태로</translation>
    </message>
    <message>
        <source>Opens the lesson where you left it, or the next one</source>
        <translation>멈춘 곳의 단원이나 다음 단원 열기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CalibrationView</name>
    <message>
        <source>%1: %2 of %3 right</source>
        <translation>%1: %3개 가운데 %2개 맞음</translation>
    </message>
    <message>
        <source>%1 of %2, %3 %</source>
        <translation>%2개 가운데 %1개, %3 %</translation>
    </message>
    <message>
        <source>bar: share that came true · line: what blind choice would give</source>
        <translation>막대: 맞은 비율 · 선: 찍었을 때의 비율</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::QuestionSheet</name>
    <message>
        <source>The lesson on this</source>
        <translation>이 문제의 단원</translation>
    </message>
    <message>
        <source>Five questions before chapter %1. Guess where you do not know.</source>
        <translation>%1장을 시작하기 전의 다섯 문제. 모르면 짐작으로</translation>
    </message>
    <message>
        <source>The same five questions after chapter %1</source>
        <translation>%1장을 마친 뒤의 같은 다섯 문제</translation>
    </message>
    <message>
        <source>%1 of %2 right. Which ones shows after the chapter, when they come again.</source>
        <translation>%2개 가운데 %1개 맞음. 어느 것인지는 장을 마치고 다시 풀 때 표시</translation>
    </message>
    <message>
        <source>%1 of %2 right</source>
        <translation>%2개 가운데 %1개 맞음</translation>
    </message>
    <message>
        <source>Hand in</source>
        <translation>제출</translation>
    </message>
    <message>
        <source>Back to my progress</source>
        <translation>나의 기록으로</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::EvidencePanel</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Cancel the runs</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>실행 진행</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2개 중 %1개</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>%1 실행</translation>
    </message>
    <message>
        <source>Makes the runs that this slot lacks and keeps them in the run library.
%1</source>
        <translation>모자란 실행을 만들어 실행 기록에 남깁니다.
%1</translation>
    </message>
    <message>
        <source>Runs of the library for %1</source>
        <translation>%1에 넣을 실행 기록</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Takes a run from the run library</source>
        <translation>실행 기록에서 가져오기</translation>
    </message>
    <message>
        <source>Seed %1. Click to take it out.</source>
        <translation>시드 %1. 누르면 뺍니다.</translation>
    </message>
    <message>
        <source>Seed %1, run %2. Click to take it out.</source>
        <translation>시드 %1, 실행 %2. 누르면 뺍니다.</translation>
    </message>
    <message>
        <source>Take out seed %1</source>
        <translation>시드 %1 빼기</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1스텝</translation>
    </message>
    <message>
        <source>No run in the library fits here</source>
        <translation>맞는 실행 기록 없음</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%2스텝 중 %1</translation>
    </message>
    <message>
        <source>%1, %2 more runs</source>
        <translation>%1, 남은 실행 %2개</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::VerdictPanel</name>
    <message>
        <source>Your sentence. Nobody marks it; it goes into the report.</source>
        <translation>내 문장. 채점 없이 보고서에 남음</translation>
    </message>
    <message>
        <source>Your sentence</source>
        <translation>내 문장</translation>
    </message>
    <message>
        <source>Show the plot</source>
        <translation>그래프 보기</translation>
    </message>
    <message>
        <source>Show the plot of: %1</source>
        <translation>그래프 보기: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LookButton</name>
    <message>
        <source>Looking inside step %1: %2 % – give up</source>
        <translation>스텝 %1 들여다보는 중: %2 % – 그만두기</translation>
    </message>
    <message>
        <source>The steps up to this one are trained again, silently, from the nearest snapshot. The run itself does not notice.</source>
        <translation>가장 가까운 스냅샷에서 이 스텝까지 조용히 다시 학습합니다. 실행 자체에는 아무 영향이 없습니다.</translation>
    </message>
    <message>
        <source>Look inside step %1</source>
        <translation>스텝 %1 들여다보기</translation>
    </message>
    <message>
        <source>Takes the step once more under probes; the run itself does not notice.</source>
        <translation>이 스텝을 탐침을 달고 한 번 더 돌립니다. 실행 자체에는 아무 영향이 없습니다.</translation>
    </message>
    <message>
        <source>This run was recorded elsewhere: only what it wrote down can be shown.</source>
        <translation>다른 곳에서 기록한 실행이라 기록에 있는 것만 볼 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::NonfiniteView</name>
    <message>
        <source>The first Inf or NaN</source>
        <translation>처음 나온 Inf 또는 NaN</translation>
    </message>
    <message>
        <source>No step yet.</source>
        <translation>아직 스텝 없음</translation>
    </message>
    <message>
        <source>No op made it of finite numbers: the weights or the data held it before.</source>
        <translation>유한한 수에서 만들어 낸 연산이 없습니다. 가중치나 데이터에 이미 들어 있었습니다.</translation>
    </message>
    <message>
        <source>Which op it was has not been looked at.</source>
        <translation>어느 연산인지 아직 들여다보지 않았습니다.</translation>
    </message>
    <message>
        <source>Every number of this step is finite.</source>
        <translation>이 스텝의 수는 모두 유한합니다.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>step %1: the optimizer ran</source>
        <translation>스텝 %1: 옵티마이저 실행됨</translation>
    </message>
    <message>
        <source>step %1 was skipped</source>
        <translation>스텝 %1 건너뜀</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>매개변수</translation>
    </message>
    <message>
        <source>%1 Inf or NaN</source>
        <translation>Inf, NaN %1개</translation>
    </message>
    <message>
        <source>it came to %1 first</source>
        <translation>먼저 닿은 곳: %1</translation>
    </message>
    <message>
        <source>op</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>[%3] of %2 %1 is %4; %5 not finite</source>
        <translation>%2 %1의 [%3] 자리가 %4, 모두 %5개</translation>
    </message>
    <message>
        <source>products</source>
        <translation>곱</translation>
    </message>
    <message>
        <source>and %1 smaller ones</source>
        <translation>그보다 작은 곱 %1개</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>피연산자</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>their sum</source>
        <translation>곱의 합</translation>
    </message>
    <message>
        <source>largest %1: %2</source>
        <translation>%1 최댓값: %2</translation>
    </message>
    <message>
        <source>worked out in fp64</source>
        <translation>fp64로 계산한 값</translation>
    </message>
    <message>
        <source>rounded once it would fit: a part of the sum passed the largest number on the way</source>
        <translation>한 번만 반올림하면 들어가는 값. 더하는 도중에 최댓값을 넘음</translation>
    </message>
    <message>
        <source>its bits</source>
        <translation>그 비트</translation>
    </message>
    <message>
        <source>code</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>go to</source>
        <translation>이동</translation>
    </message>
    <message>
        <source>step %1, skipped</source>
        <translation>스텝 %1, 건너뜀</translation>
    </message>
    <message>
        <source>A click selects this step everywhere.</source>
        <translation>누르면 모든 계기에서 이 스텝을 고릅니다.</translation>
    </message>
    <message>
        <source>A click marks this parameter everywhere.</source>
        <translation>누르면 모든 계기에서 이 매개변수를 표시합니다.</translation>
    </message>
    <message>
        <source>A click shows this op among the ops of the step.</source>
        <translation>누르면 이 스텝의 연산 가운데 이 연산을 보여 줍니다.</translation>
    </message>
    <message>
        <source>A click opens this product in the Bits lab.</source>
        <translation>누르면 이 곱을 비트 실험실에서 엽니다.</translation>
    </message>
    <message>
        <source>A click opens the number in the Bits lab, with the bits that say Inf.</source>
        <translation>누르면 Inf를 뜻하는 비트와 함께 비트 실험실에서 엽니다.</translation>
    </message>
    <message>
        <source>A click lights the line that this op belongs to.</source>
        <translation>누르면 이 연산이 속한 코드 줄을 밝힙니다.</translation>
    </message>
    <message>
        <source>what</source>
        <translation>항목</translation>
    </message>
    <message>
        <source>beside it</source>
        <translation>곁의 값</translation>
    </message>
    <message>
        <source>note</source>
        <translation>비고</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CodeDiffView</name>
    <message>
        <source>PyTorch lines of both runs</source>
        <translation>두 실행의 PyTorch 코드</translation>
    </message>
    <message>
        <source>Only what differs, and its neighbours: a click shows all lines.</source>
        <translation>다른 줄과 그 이웃만 보입니다. 누르면 모든 줄을 봅니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ColumnPlot</name>
    <message>
        <source>column</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Which column of the record is drawn</source>
        <translation>기록의 어느 열을 그릴지 고르기</translation>
    </message>
    <message>
        <source>%1 in record.json</source>
        <translation>record.json의 %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::BreakLab</name>
    <message>
        <source>Break it</source>
        <translation>망가뜨리기</translation>
    </message>
    <message>
        <source>Break it, see it, mend it</source>
        <translation>망가뜨리고, 보고, 고치기</translation>
    </message>
    <message>
        <source>Two runs, the same seed, one changed line. Left the broken one, right the fixed one; both show the same step.</source>
        <translation>시드가 같고 한 줄만 다른 두 실행. 왼쪽은 망가진 쪽, 오른쪽은 고친 쪽이며 늘 같은 스텝을 보여 줍니다.</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>망가짐</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>고침</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>기준</translation>
    </message>
    <message>
        <source>Symptom</source>
        <translation>증상</translation>
    </message>
    <message>
        <source>What tells</source>
        <translation>무엇을 보면 아는가</translation>
    </message>
    <message>
        <source>Mending</source>
        <translation>고치는 법</translation>
    </message>
    <message>
        <source>broken: %1</source>
        <translation>망가짐: %1</translation>
    </message>
    <message>
        <source>fixed: %1</source>
        <translation>고침: %1</translation>
    </message>
</context>
<context>
    <name>OpWords</name>
    <message>
        <source>part of a product that this CPU carries out through fp32: a GPU does not do this</source>
        <translation>이 CPU가 fp32로 대신하는 곱의 일부. GPU에서는 하지 않음</translation>
    </message>
    <message>
        <source>cast of a weight: autocast keeps it in its cache until the region ends</source>
        <translation>가중치의 형변환: 영역이 끝날 때까지 autocast 캐시에 남음</translation>
    </message>
    <message>
        <source>the backward of a cast: the gradient takes the way back</source>
        <translation>형변환의 역전파: 기울기가 왔던 형식으로 되돌아감</translation>
    </message>
    <message>
        <source>a cast that the model asks for</source>
        <translation>모델이 직접 부른 형변환</translation>
    </message>
    <message>
        <source>kept in fp32 by hand (autocast.fp32_ops)</source>
        <translation>직접 fp32로 남긴 연산(autocast.fp32_ops)</translation>
    </message>
    <message>
        <source>a custom op: on no list, autocast passes it by</source>
        <translation>사용자 정의 연산: 목록에 없어 autocast가 지나침</translation>
    </message>
    <message>
        <source>the optimizer runs outside autocast, in the weights&apos; dtype</source>
        <translation>옵티마이저는 autocast 밖에서 가중치의 형식으로 돎</translation>
    </message>
    <message>
        <source>backward runs outside autocast, in the dtypes that forward left</source>
        <translation>역전파는 autocast 밖에서 순전파가 남긴 형식으로 돎</translation>
    </message>
    <message>
        <source>autocast is off here</source>
        <translation>여기서는 autocast가 꺼져 있음</translation>
    </message>
    <message>
        <source>on the list of %1: %2</source>
        <translation>%1 목록에 있음: %2</translation>
    </message>
    <message>
        <source>on no list of %1: type promotion makes %2 of %3</source>
        <translation>%1 목록에 없음: 형 승격으로 %3에서 %2</translation>
    </message>
    <message>
        <source>on no list of %1: runs in the dtype of its inputs</source>
        <translation>%1 목록에 없음: 입력의 형식을 따름</translation>
    </message>
</context>
<context>
    <name>SizeFigures</name>
    <message>
        <source>how many</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>becomes 0</source>
        <translation>0이 됨</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>비정규수</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>정규수</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>넘침</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1~%2: %3</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::AutocastLab</name>
    <message>
        <source>Autocast</source>
        <translation>자동 형변환</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오차</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>층</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>fp16, rules of CUDA</source>
        <translation>fp16, CUDA 규칙</translation>
    </message>
    <message>
        <source>Products in 16 bits, softmax and norms in fp32: what a GPU&apos;s autocast does.</source>
        <translation>행렬 곱은 16비트, softmax와 정규화는 fp32. GPU의 autocast가 하는 일.</translation>
    </message>
    <message>
        <source>bf16, rules of CUDA</source>
        <translation>bf16, CUDA 규칙</translation>
    </message>
    <message>
        <source>The same ops in bf16: no scaler, and an eighth of the precision.</source>
        <translation>같은 연산을 bf16으로: 스케일러가 없는 대신 정밀도는 8분의 1.</translation>
    </message>
    <message>
        <source>bf16, the CPU&apos;s own rules</source>
        <translation>bf16, CPU 자체 규칙</translation>
    </message>
    <message>
        <source>Softmax and norms stay in 16 bits here: the lists differ by device.</source>
        <translation>softmax와 정규화가 16비트에 머묾. 목록은 기기마다 다름.</translation>
    </message>
    <message>
        <source>one op kept in fp32: gelu</source>
        <translation>gelu만 fp32로</translation>
    </message>
    <message>
        <source>Two more casts for each block. Is the error smaller, and what does it cost?</source>
        <translation>블록마다 형변환이 둘 더 생김. 오차가 줄어드는지, 비용은 얼마인지?</translation>
    </message>
    <message>
        <source>attention in fp32</source>
        <translation>어텐션을 fp32로</translation>
    </message>
    <message>
        <source>A region switched off inside the region: autocast(enabled=False).</source>
        <translation>영역 안에서 꺼진 영역: autocast(enabled=False).</translation>
    </message>
    <message>
        <source>backward inside the region</source>
        <translation>영역 안의 backward</translation>
    </message>
    <message>
        <source>Chapter B calls it a mistake. Does anything change?</source>
        <translation>챕터 B는 실수라고 부름. 정말 달라지는 것이 있는지?</translation>
    </message>
    <message>
        <source>a norm written by hand</source>
        <translation>직접 쓴 정규화</translation>
    </message>
    <message>
        <source>On no list: each of its ops follows its inputs, in 16 bits.</source>
        <translation>목록에 없음: 연산 하나하나가 입력을 따라 16비트로 돎.</translation>
    </message>
    <message>
        <source>a scale that is too high</source>
        <translation>너무 큰 손실 스케일</translation>
    </message>
    <message>
        <source>The op that gives the first Inf is marked.</source>
        <translation>처음으로 Inf를 낸 연산이 표시됨.</translation>
    </message>
    <message>
        <source>Which op runs in which format</source>
        <translation>어느 연산이 어느 형식으로</translation>
    </message>
    <message>
        <source>Every op of a real step, with the rule that chose its dtype. Change a rule and watch the error against fp32, and the time.</source>
        <translation>실제 한 스텝의 모든 연산과 그 형식을 고른 규칙. 규칙을 바꾸며 fp32와의 오차와 시간을 비교.</translation>
    </message>
    <message>
        <source>one op kept in fp32</source>
        <translation>fp32로 남길 연산 하나</translation>
    </message>
    <message>
        <source>Show or hide; up to four at a time</source>
        <translation>보이기와 숨기기. 한 번에 넷까지</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>%1 (selected)</source>
        <translation>%1 (선택됨)</translation>
    </message>
    <message>
        <source>a step: %1 ms</source>
        <translation>한 스텝 %1 ms</translation>
    </message>
    <message>
        <source>median error against fp32: %1 · a step: %2 ms, in fp32 %3 ms</source>
        <translation>fp32와의 오차(중앙값) %1 · 한 스텝 %2 ms, fp32로 %3 ms</translation>
    </message>
    <message>
        <source>median error against fp32: %1, without the exception %2 · a step: %3 ms, without %4 ms</source>
        <translation>fp32와의 오차(중앙값) %1, 예외 없이 %2 · 한 스텝 %3 ms, 예외 없이 %4 ms</translation>
    </message>
    <message>
        <source>not hardware speed</source>
        <translation>하드웨어 속도가 아님</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::AutocastTable</name>
    <message>
        <source>op</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Show only ops with this in their name</source>
        <translation>이름에 이 글자가 있는 연산만 보기</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>차이만</translation>
    </message>
    <message>
        <source>Only ops that the devices treat differently</source>
        <translation>기기마다 다르게 다루는 연산만</translation>
    </message>
    <message>
        <source>in this step</source>
        <translation>이 스텝에서</translation>
    </message>
    <message>
        <source>Only ops that the step of the run calls</source>
        <translation>실행의 이 스텝이 부르는 연산만</translation>
    </message>
    <message>
        <source>Autocast rules</source>
        <translation>자동 형변환 규칙</translation>
    </message>
    <message>
        <source>%1 ops · this run: rules of CUDA, on the GPU</source>
        <translation>연산 %1개 · 이 실행: CUDA 규칙, GPU에서</translation>
    </message>
    <message>
        <source>%1 ops · this run: rules of CUDA, carried out on the CPU</source>
        <translation>연산 %1개 · 이 실행: CUDA 규칙을 CPU에서 실행</translation>
    </message>
    <message>
        <source>%1 ops · this run: rules of the CPU</source>
        <translation>연산 %1개 · 이 실행: CPU 규칙</translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>연산 %1개</translation>
    </message>
    <message>
        <source>here, rules of CUDA</source>
        <translation>측정, CUDA 규칙</translation>
    </message>
    <message>
        <source>here, rules of the CPU</source>
        <translation>측정, CPU 규칙</translation>
    </message>
    <message>
        <source>No op has this in its name.</source>
        <translation>이름에 이 글자가 있는 연산이 없음</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16비트</translation>
    </message>
    <message>
        <source>widest</source>
        <translation>가장 넓게</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>as inputs</source>
        <translation>입력대로</translation>
    </message>
    <message>
        <source>measured here in a bf16 region: %1 by the rules of CUDA, %2 by the CPU&apos;s</source>
        <translation>bf16 영역에서 측정: CUDA 규칙으로 %1, CPU 규칙으로 %2</translation>
    </message>
    <message>
        <source>lists of PyTorch 2.15; measured in a bf16 region with LibTorch %1</source>
        <translation>PyTorch 2.15의 목록, LibTorch %1의 bf16 영역에서 측정</translation>
    </message>
    <message>
        <source>Lists of PyTorch 2.15. ≠: the devices differ. Here: what LibTorch %1 gives in a bf16 region for 16-bit inputs (fp32 ones for products, one of each for add and cat), where the op can be called.</source>
        <translation>PyTorch 2.15의 목록. ≠: 기기마다 다름. 측정: LibTorch %1의 bf16 영역에서 16비트 입력으로 부른 결과(행렬 곱은 fp32 입력, add와 cat은 하나씩). 부를 수 있는 연산만.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LayersView</name>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>most lost first</source>
        <translation>손실 큰 순</translation>
    </message>
    <message>
        <source>Gradients of the parameters, times the loss scale: what the 16-bit format holds</source>
        <translation>파라미터의 기울기에 손실 스케일을 곱한 값: 16비트 형식이 담는 것</translation>
    </message>
    <message>
        <source>Outputs of the layers</source>
        <translation>층의 출력</translation>
    </message>
    <message>
        <source>By the share that is or becomes zero, Inf or NaN; otherwise in the order of the model</source>
        <translation>0, Inf, NaN이거나 그렇게 되는 비율 순. 끄면 모델의 순서</translation>
    </message>
    <message>
        <source>The bands of %1</source>
        <translation>%1의 구간</translation>
    </message>
    <message>
        <source>Activation sizes by layer</source>
        <translation>층별 활성값의 크기</translation>
    </message>
    <message>
        <source>Gradient sizes by layer</source>
        <translation>층별 기울기의 크기</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>step %1 · × %2</source>
        <translation>스텝 %1 · × %2</translation>
    </message>
    <message>
        <source>%1 and what %2 can hold</source>
        <translation>%1, 그리고 %2가 담는 범위</translation>
    </message>
    <message>
        <source>|output of %1|   ·   a bar opens in Bits</source>
        <translation>|%1의 출력|   ·   막대를 누르면 비트 실험실</translation>
    </message>
    <message>
        <source>|gradient of %1 × %2|   ·   a bar opens in Bits</source>
        <translation>|%1의 기울기 × %2|   ·   막대를 누르면 비트 실험실</translation>
    </message>
    <message>
        <source>log2 of the size, from</source>
        <translation>크기의 log2(하한)</translation>
    </message>
    <message>
        <source>count</source>
        <translation>개수</translation>
    </message>
    <message>
        <source>Is or becomes 0: %1. Inf, NaN or overflow: %2.</source>
        <translation>0이거나 0이 됨: %1. Inf, NaN, 넘침: %2.</translation>
    </message>
    <message>
        <source>Bin %1. Enter opens it in Bits.</source>
        <translation>막대 %1. Enter로 비트 실험실에서 열기.</translation>
    </message>
    <message>
        <source>No look inside a step has been taken yet.</source>
        <translation>아직 스텝 안을 들여다보지 않음</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행이 없음</translation>
    </message>
    <message>
        <source>%1, %2: of %3 numbers %4 are 0, %5 more become 0 in %6, %7 overflow, %8 are Inf or NaN</source>
        <translation>%1, %2: 전체 %3개 가운데 0이 %4개, %6에서 0이 되는 것이 %5개, 넘침 %7개, Inf나 NaN %8개</translation>
    </message>
    <message>
        <source>Bands of %1: red becomes 0 or overflows, grey is subnormal; each plot has its own height. Enter or a click shows one large.</source>
        <translation>%1의 구간: 빨강은 0이 되거나 넘침, 회색은 비정규수. 높이는 그림마다 따로. Enter나 클릭으로 크게 보기.</translation>
    </message>
    <message>
        <source>step %1, bands of %2</source>
        <translation>스텝 %1, %2의 구간</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>층</translation>
    </message>
    <message>
        <source>what</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>전체 개수</translation>
    </message>
    <message>
        <source>are 0</source>
        <translation>0인 것</translation>
    </message>
    <message>
        <source>become 0</source>
        <translation>0이 되는 것</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>넘침</translation>
    </message>
    <message>
        <source>Inf, NaN</source>
        <translation>Inf, NaN</translation>
    </message>
    <message>
        <source>share lost to 0</source>
        <translation>0의 비율</translation>
    </message>
    <message>
        <source>share lost to Inf</source>
        <translation>Inf의 비율</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Export the large plot …</source>
        <translation>크게 보는 그림 내보내기 …</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::OpFlowView</name>
    <message>
        <source>op, layer or dtype</source>
        <translation>연산, 층, 형식</translation>
    </message>
    <message>
        <source>Search the ops</source>
        <translation>연산 찾기</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>재배열</translation>
    </message>
    <message>
        <source>Also ops that only view, move or make room for numbers</source>
        <translation>보기, 옮기기, 자리 만들기만 하는 연산도</translation>
    </message>
    <message>
        <source>inner ops</source>
        <translation>안쪽 연산</translation>
    </message>
    <message>
        <source>Also the ops that ops call, and products that this CPU carries out through fp32</source>
        <translation>연산이 부르는 연산과, 이 CPU가 fp32로 대신하는 곱도</translation>
    </message>
    <message>
        <source>Ops of a step</source>
        <translation>한 스텝의 연산</translation>
    </message>
    <message>
        <source>step %1 · casts: forward %2, of these of weights %3 (used %4 times) · backward %5</source>
        <translation>스텝 %1 · 형변환: 순전파 %2, 그중 가중치 %3(%4번 쓰임) · 역전파 %5</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>No look inside a step has been taken yet.</source>
        <translation>아직 스텝 안을 들여다보지 않음</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행이 없음</translation>
    </message>
    <message>
        <source>outside the layers</source>
        <translation>층 밖</translation>
    </message>
    <message>
        <source>ops %1, casts %2</source>
        <translation>연산 %1, 형변환 %2</translation>
    </message>
    <message>
        <source>casts made for it: %1, of weights %2</source>
        <translation>이 연산을 위한 형변환 %1번, 그중 가중치 %2번</translation>
    </message>
    <message>
        <source>takes casts of weights from the cache: %1</source>
        <translation>캐시에서 가져온 가중치 형변환 %1개</translation>
    </message>
    <message>
        <source>the first op that gave Inf or NaN</source>
        <translation>처음으로 Inf나 NaN을 낸 연산</translation>
    </message>
    <message>
        <source>Pills: op, dtype in %1 out. In front: casts that autocast made for it, w of a weight. Arrows walk, Enter selects, / searches.</source>
        <translation>알약: 연산, 입력 형식 %1 출력 형식. 앞쪽은 autocast가 한 형변환(w는 가중치). 화살표로 이동, Enter로 선택, /로 찾기.</translation>
    </message>
    <message>
        <source>Step %1: %2 ops in %3 groups.</source>
        <translation>스텝 %1: 연산 %2개, 묶음 %3개.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>층</translation>
    </message>
    <message>
        <source>op</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>in</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>out</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>casts for it</source>
        <translation>형변환</translation>
    </message>
    <message>
        <source>of weights</source>
        <translation>가중치 형변환</translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation>캐시에서</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>깊이</translation>
    </message>
    <message>
        <source>Repeated blocks one by one</source>
        <translation>반복되는 블록을 하나씩</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>모두 접기</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>모두 펼치기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ShadowErrorView</name>
    <message>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>Outputs of the layers</source>
        <translation>층의 출력</translation>
    </message>
    <message>
        <source>Gradients of the parameters, divided by the loss scale</source>
        <translation>손실 스케일로 나눈 파라미터의 기울기</translation>
    </message>
    <message>
        <source>Largest error first</source>
        <translation>오차 큰 순</translation>
    </message>
    <message>
        <source>Error against fp32</source>
        <translation>fp32와의 오차</translation>
    </message>
    <message>
        <source>step %1 · largest %2 in %3</source>
        <translation>스텝 %1 · 최대 %2, %3</translation>
    </message>
    <message>
        <source>No step has been compared with fp32 yet.</source>
        <translation>아직 fp32와 비교한 스텝이 없음</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행이 없음</translation>
    </message>
    <message>
        <source>half ULP %1</source>
        <translation>%1 반 ULP</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>Inf, NaN</source>
        <translation>Inf, NaN</translation>
    </message>
    <message>
        <source>relative error, |x − x₃₂| / |x₃₂|</source>
        <translation>상대 오차, |x − x₃₂| / |x₃₂|</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>비교할 것이 없음</translation>
    </message>
    <message>
        <source>%1, gradient, %2: relative error %3, largest difference %4</source>
        <translation>%1, 기울기, %2: 상대 오차 %3, 최대 차이 %4</translation>
    </message>
    <message>
        <source>%1, output, %2: relative error %3, largest difference %4</source>
        <translation>%1, 출력, %2: 상대 오차 %3, 최대 차이 %4</translation>
    </message>
    <message>
        <source>zero here and not in fp32: %1, Inf or NaN: %2</source>
        <translation>fp32에서는 0이 아닌데 여기서 0: %1, Inf나 NaN: %2</translation>
    </message>
    <message>
        <source>the run beside it: %1</source>
        <translation>나란한 실행: %1</translation>
    </message>
    <message>
        <source>The same step, weights and data once in fp32. Enter or a click selects the parameter.</source>
        <translation>같은 가중치와 데이터로 같은 스텝을 fp32로 한 번. Enter나 클릭으로 파라미터 선택.</translation>
    </message>
    <message>
        <source>The same step once in fp32. Hollow: the run beside it. Enter or a click selects the parameter.</source>
        <translation>같은 스텝을 fp32로 한 번. 빈 표시: 나란한 실행. Enter나 클릭으로 파라미터 선택.</translation>
    </message>
    <message>
        <source>step %1, against the same step in fp32</source>
        <translation>스텝 %1, fp32로 한 같은 스텝과 비교</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>층</translation>
    </message>
    <message>
        <source>what</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>상대 오차</translation>
    </message>
    <message>
        <source>largest difference</source>
        <translation>최대 차이</translation>
    </message>
    <message>
        <source>relative error beside it</source>
        <translation>나란한 실행의 상대 오차</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>output</source>
        <translation>출력</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::TeacherPage</name>
    <message>
        <source>For teachers</source>
        <translation>교사용</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>%1 (%2 minutes)</source>
        <translation>%1 (%2분)</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>%1 minutes for questions</source>
        <translation>질문 시간 %1분</translation>
    </message>
    <message>
        <source>Homework: %1</source>
        <translation>과제: %1</translation>
    </message>
    <message>
        <source>%1 minutes: %2</source>
        <translation>%1분: %2</translation>
    </message>
    <message>
        <source>Show of hands at &quot;%1&quot;:</source>
        <translation>손들기, &quot;%1&quot;:</translation>
    </message>
    <message>
        <source>What they may believe</source>
        <translation>예상되는 오해</translation>
    </message>
    <message>
        <source>Notes for each lesson</source>
        <translation>단원별 메모</translation>
    </message>
    <message>
        <source>Open lessons of your own …</source>
        <translation>내 단원 열기 …</translation>
    </message>
    <message>
        <source>A folder with lesson.json, ko.md and en.md, or a folder of such folders; dropping it on the window does the same. A lesson is read again while you edit it.</source>
        <translation>lesson.json, ko.md, en.md가 든 폴더나 그런 폴더들이 든 폴더. 창에 끌어다 놓아도 됩니다. 편집하는 동안 단원을 다시 읽습니다.</translation>
    </message>
    <message>
        <source>F5 shows the lesson that is open to a class: larger type, the keys of a clicker, a show of hands. F6 then opens these notes and a clock in a second window.</source>
        <translation>F5는 열린 단원을 수업용으로 보여 줍니다. 큰 글자, 리모컨 키, 손 들기. 그다음 F6은 이 메모와 시계를 둘째 창에 엽니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::OwnLessons</name>
    <message>
        <source>There is no lesson in %1.</source>
        <translation>%1에 단원이 없습니다.</translation>
    </message>
</context>
<context>
    <name>CheckpointFigures</name>
    <message>
        <source>all kept</source>
        <translation>모두 남김</translation>
    </message>
    <message>
        <source>per sublayer</source>
        <translation>부분층마다</translation>
    </message>
    <message>
        <source>per block</source>
        <translation>블록마다</translation>
    </message>
    <message>
        <source>%1 segments</source>
        <translation>%1구간</translation>
    </message>
    <message>
        <source>%1, other dice</source>
        <translation>%1, 다른 난수</translation>
    </message>
</context>
<context>
    <name>MemoryFigures</name>
    <message>
        <source>chapter</source>
        <translation>교재</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>계산식</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>이 실행</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>최고 %1</translation>
    </message>
    <message>
        <source>Memory by parts</source>
        <translation>메모리 구성</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>row</source>
        <translation>행</translation>
    </message>
    <message>
        <source>%1, bytes</source>
        <translation>%1(바이트)</translation>
    </message>
    <message>
        <source>sum, bytes</source>
        <translation>합계(바이트)</translation>
    </message>
    <message>
        <source>highest, bytes</source>
        <translation>최고 바이트</translation>
    </message>
    <message>
        <source>budget: %1</source>
        <translation>예산: %1</translation>
    </message>
    <message>
        <source>%1, %2 parameters, %3</source>
        <translation>%1, 매개변수 %2개, %3</translation>
    </message>
    <message>
        <source>Activations: %1 held, %2 by formula (%3 %).</source>
        <translation>활성값: 실행 %1, 계산식 %2(%3 %).</translation>
    </message>
    <message>
        <source>Highest: %1, by formula %2, gap %3.</source>
        <translation>최고: %1, 계산식 %2, 차이 %3.</translation>
    </message>
    <message>
        <source>Left out: %1 of fp32 copies that only this CPU needs.</source>
        <translation>제외: 이 CPU에만 필요한 fp32 사본 %1.</translation>
    </message>
    <message>
        <source>Why: %1.</source>
        <translation>까닭: %1.</translation>
    </message>
    <message>
        <source>Bytes per parameter</source>
        <translation>매개변수당 바이트</translation>
    </message>
    <message>
        <source>bytes per parameter</source>
        <translation>매개변수당 바이트</translation>
    </message>
    <message>
        <source>scheme</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>%1, bytes per parameter</source>
        <translation>%1(매개변수당 바이트)</translation>
    </message>
    <message>
        <source>sum without casts, bytes per parameter</source>
        <translation>형변환 사본을 뺀 합계(매개변수당 바이트)</translation>
    </message>
    <message>
        <source>model, bytes</source>
        <translation>모델 전체(바이트)</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>매개변수 %1개</translation>
    </message>
    <message>
        <source>Bytes per parameter and bytes of %1 parameters: %2.</source>
        <translation>매개변수당 바이트와 매개변수 %1개의 바이트: %2.</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer only; activations come on top.</source>
        <translation>가중치, 기울기, 옵티마이저만. 활성값은 따로.</translation>
    </message>
    <message>
        <source>data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>before the step</source>
        <translation>스텝 시작 전</translation>
    </message>
    <message>
        <source>%1 at %2 (%3): %4</source>
        <translation>%2에서 %1(%3): %4</translation>
    </message>
    <message>
        <source>Memory inside a step</source>
        <translation>스텝 안의 메모리</translation>
    </message>
    <message>
        <source>Nobody has looked inside this step yet.</source>
        <translation>아직 들여다보지 않은 스텝</translation>
    </message>
    <message>
        <source>Memory inside step %1</source>
        <translation>스텝 %1 안의 메모리</translation>
    </message>
    <message>
        <source>allocations and releases</source>
        <translation>할당과 해제 횟수</translation>
    </message>
    <message>
        <source>where</source>
        <translation>어디</translation>
    </message>
    <message>
        <source>fp32 copies that only this CPU needs, in no sum: up to %1</source>
        <translation>이 CPU에만 필요한 fp32 사본, 합계에 없음: 최대 %1</translation>
    </message>
    <message>
        <source>highest %1</source>
        <translation>최고 %1</translation>
    </message>
    <message>
        <source>Live bytes inside step %1. Highest: %2</source>
        <translation>스텝 %1 안에서 잡은 바이트. 최고: %2</translation>
    </message>
</context>
<context>
    <name>MemoryParts</name>
    <message>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>fp32 copy of the weights</source>
        <translation>가중치의 fp32 사본</translation>
    </message>
    <message>
        <source>16-bit copies of weights</source>
        <translation>가중치의 16비트 사본</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>다시 계산</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>임시</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CheckpointLab</name>
    <message>
        <source>Checkpointing</source>
        <translation>체크포인팅</translation>
    </message>
    <message>
        <source>four ways</source>
        <translation>네 가지 방법</translation>
    </message>
    <message>
        <source>Less is kept, and more is computed: the losses have the same bits in all four runs.</source>
        <translation>덜 남기고 더 계산함. 네 실행의 손실은 비트까지 같음</translation>
    </message>
    <message>
        <source>dropout, the same dice</source>
        <translation>드롭아웃, 같은 난수</translation>
    </message>
    <message>
        <source>The state of the random numbers is kept: dropout drops the same again.</source>
        <translation>난수 상태를 남겨 드롭아웃이 같은 곳을 다시 지움</translation>
    </message>
    <message>
        <source>dropout, other dice</source>
        <translation>드롭아웃, 다른 난수</translation>
    </message>
    <message>
        <source>Without the state of the random numbers the recomputation drops others: the first loss is the same, the gradients are not.</source>
        <translation>난수 상태 없이 다시 계산하면 다른 곳을 지움. 첫 손실은 같지만 기울기는 다름</translation>
    </message>
    <message>
        <source>one long sequence</source>
        <translation>긴 시퀀스 하나</translation>
    </message>
    <message>
        <source>The softmax of attention is most of what a block holds.</source>
        <translation>블록이 잡는 것은 대부분 어텐션의 소프트맥스</translation>
    </message>
    <message>
        <source>with bf16 under autocast</source>
        <translation>bf16 자동 형변환과 함께</translation>
    </message>
    <message>
        <source>Both together: the inputs that are kept are fp32, the rest is bf16.</source>
        <translation>둘 다 쓰는 경우. 남기는 입력은 fp32, 나머지는 bf16</translation>
    </message>
    <message>
        <source>Throw away, compute again</source>
        <translation>버리고 다시 계산</translation>
    </message>
    <message>
        <source>The same training four times: everything kept, and dropped per sublayer, per block and per segment of about √L blocks.</source>
        <translation>같은 학습을 네 번. 모두 남긴 것과 부분층마다, 블록마다, √L개 안팎의 구간마다 버린 것.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CheckpointMap</name>
    <message>
        <source>other gradients from step %1 on</source>
        <translation>스텝 %1부터 다른 기울기</translation>
    </message>
    <message>
        <source>same bits in all %1 steps</source>
        <translation>%1스텝 모두 같은 비트</translation>
    </message>
    <message>
        <source>Kept and computed again</source>
        <translation>남긴 것과 다시 계산한 것</translation>
    </message>
    <message>
        <source>run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>place</source>
        <translation>자리</translation>
    </message>
    <message>
        <source>kept, bytes</source>
        <translation>남긴 바이트</translation>
    </message>
    <message>
        <source>computed again, bytes</source>
        <translation>다시 계산한 바이트</translation>
    </message>
    <message>
        <source>highest, bytes</source>
        <translation>최고 바이트</translation>
    </message>
    <message>
        <source>fastest, ms</source>
        <translation>가장 빠른 스텝(ms)</translation>
    </message>
    <message>
        <source>time ratio</source>
        <translation>시간비</translation>
    </message>
    <message>
        <source>noise, %</source>
        <translation>잡음(%)</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>all</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>블록 %1</translation>
    </message>
    <message>
        <source>outside of blocks</source>
        <translation>블록 밖</translation>
    </message>
    <message>
        <source>kept %1</source>
        <translation>남김 %1</translation>
    </message>
    <message>
        <source>highest %1</source>
        <translation>최고 %1</translation>
    </message>
    <message>
        <source>fastest step %1 ms, %2 of the time when everything is kept (noise of this machine: the median step takes %3 % longer)</source>
        <translation>가장 빠른 스텝 %1 ms, 모두 남길 때의 %2(이 기기의 잡음: 중앙값 스텝이 %3 % 더 걸림)</translation>
    </message>
    <message>
        <source>blocks measured</source>
        <translation>블록은 측정값</translation>
    </message>
    <message>
        <source>blocks by formula</source>
        <translation>블록은 계산식</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>남김</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>다시 계산</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>시간 %1</translation>
    </message>
    <message>
        <source>A click on a row shows its timeline.</source>
        <translation>행을 누르면 그 실행의 메모리 흐름 표시</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::MemoryBars</name>
    <message>
        <source>per parameter</source>
        <translation>매개변수당</translation>
    </message>
    <message>
        <source>schemes</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>Ten ways of counting bytes per parameter: 8, 10, 12, 14, 16 or 18</source>
        <translation>매개변수당 바이트를 세는 열 가지 방법: 8, 10, 12, 14, 16, 18</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>예산</translation>
    </message>
    <message>
        <source>A memory size that the bars may hit</source>
        <translation>막대가 닿을 수 있는 메모리 크기</translation>
    </message>
    <message>
        <source>no budget</source>
        <translation>예산 없음</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>이 기기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::MemoryLab</name>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>a small GPT in fp32</source>
        <translation>작은 GPT, fp32</translation>
    </message>
    <message>
        <source>The chapter counts weights, gradients and Adam; a step also holds activations.</source>
        <translation>교재가 세는 것은 가중치, 기울기, Adam. 스텝은 활성값도 잡고 있음</translation>
    </message>
    <message>
        <source>bf16 under autocast</source>
        <translation>bf16 자동 형변환</translation>
    </message>
    <message>
        <source>Weights, gradients and Adam stay as they were: of all parts only activations can shrink, and 16-bit copies of the weights come on top.</source>
        <translation>가중치, 기울기, Adam은 그대로. 줄어들 수 있는 것은 활성값뿐이고 가중치의 16비트 사본이 더해짐</translation>
    </message>
    <message>
        <source>everything in bf16</source>
        <translation>모두 bf16</translation>
    </message>
    <message>
        <source>Half of all: 8 bytes per parameter, but small updates vanish.</source>
        <translation>모두 절반이라 매개변수당 8바이트. 하지만 작은 갱신이 사라짐</translation>
    </message>
    <message>
        <source>bf16 weights, fp32 copy</source>
        <translation>bf16 가중치, fp32 사본</translation>
    </message>
    <message>
        <source>16 bytes per parameter again: 2 + 2 + 4 + 8.</source>
        <translation>다시 매개변수당 16바이트: 2 + 2 + 4 + 8.</translation>
    </message>
    <message>
        <source>long sequences, attention written out</source>
        <translation>긴 시퀀스, 펼쳐 쓴 어텐션</translation>
    </message>
    <message>
        <source>The softmax of attention grows with the square of the length.</source>
        <translation>어텐션의 소프트맥스는 길이의 제곱으로 커짐</translation>
    </message>
    <message>
        <source>long sequences, fused attention</source>
        <translation>긴 시퀀스, 융합 어텐션</translation>
    </message>
    <message>
        <source>The same numbers without the square: fused attention keeps one number per row.</source>
        <translation>제곱이 사라짐. 융합 어텐션은 행마다 수 하나만 남김</translation>
    </message>
    <message>
        <source>checkpointing: a saw</source>
        <translation>체크포인팅: 톱니</translation>
    </message>
    <message>
        <source>Each block is computed again in backward: the line goes up and down, block by block.</source>
        <translation>역전파에서 블록을 하나씩 다시 계산해 블록마다 오르내림</translation>
    </message>
    <message>
        <source>12, 14, 16 or 18 bytes?</source>
        <translation>12, 14, 16, 18바이트?</translation>
    </message>
    <message>
        <source>Ten ways of counting the same training. What is in the list decides.</source>
        <translation>같은 학습을 세는 열 가지 방법. 무엇을 세느냐에 따라 다름</translation>
    </message>
    <message>
        <source>350M on a T4</source>
        <translation>T4에서 350M</translation>
    </message>
    <message>
        <source>16 GB are hit by activations, not by the weights: the batch decides.</source>
        <translation>16 GB를 채우는 것은 가중치가 아니라 활성값. 배치에 달려 있음</translation>
    </message>
    <message>
        <source>a billion on an RTX 4090</source>
        <translation>RTX 4090에서 10억</translation>
    </message>
    <message>
        <source>16 GB go to weights, gradients and Adam before the first activation.</source>
        <translation>첫 활성값 전에 가중치, 기울기, Adam만으로 16 GB</translation>
    </message>
    <message>
        <source>What one step holds</source>
        <translation>한 스텝이 잡는 메모리</translation>
    </message>
    <message>
        <source>A run of four steps, looked into allocation by allocation. The first step has no Adam state yet.</source>
        <translation>네 스텝을 할당 하나하나 들여다보는 실행. 첫 스텝에는 아직 Adam 상태가 없음.</translation>
    </message>
    <message>
        <source>formulas for</source>
        <translation>계산식의 모델</translation>
    </message>
    <message>
        <source>the model that runs</source>
        <translation>실행하는 모델</translation>
    </message>
    <message>
        <source>Another model for the rows of formulas: nano to 125m, or a number of parameters such as 350M or 1.5B. Empty: the model that runs.</source>
        <translation>계산식 행에 쓸 다른 모델: nano부터 125m까지, 또는 350M이나 1.5B 같은 매개변수 수. 비우면 실행하는 모델.</translation>
    </message>
    <message>
        <source>memory budget</source>
        <translation>메모리 예산</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>A size such as 16GB, a device such as t4, or this for this machine.</source>
        <translation>16GB 같은 크기, t4 같은 기기, 이 기기는 this.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::MemoryTimelineView</name>
    <message>
        <source>Highest: %1</source>
        <translation>최고: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::PartsTable</name>
    <message>
        <source>%1, used as %2</source>
        <translation>%1, 쓸 때 %2</translation>
    </message>
    <message>
        <source>%1, with a copy in %2</source>
        <translation>%1, 사본 %2</translation>
    </message>
    <message>
        <source>forward (matrix products)</source>
        <translation>Forward (matmul, ffn)</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>activations kept</source>
        <translation>Activation 저장</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss 계산</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>bf16, added up in fp32</source>
        <translation>bf16 → 누적 시 fp32</translation>
    </message>
    <message>
        <source>optimizer (Adam&apos;s m and v)</source>
        <translation>Optimizer state (Adam m, v)</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>Master weight (param 자체)</translation>
    </message>
    <message>
        <source>fp32 (shadow) + bf16 (copy to compute with)</source>
        <translation>fp32 (쉐도) + bf16 (계산용 사본)</translation>
    </message>
    <message>
        <source>Six parts and their dtypes</source>
        <translation>여섯 부분과 dtype</translation>
    </message>
    <message>
        <source>part</source>
        <translation>부분</translation>
    </message>
    <message>
        <source>chapter says</source>
        <translation>교재</translation>
    </message>
    <message>
        <source>here</source>
        <translation>여기</translation>
    </message>
    <message>
        <source>chapter, B/param</source>
        <translation>교재 B/매개변수</translation>
    </message>
    <message>
        <source>here, B/param</source>
        <translation>여기 B/매개변수</translation>
    </message>
    <message>
        <source>%1: the chapter says %2, here %3</source>
        <translation>%1: 교재 %2, 여기 %3</translation>
    </message>
    <message>
        <source>B: bytes per parameter. The chapter adds 12 and 2; activations depend on the batch.</source>
        <translation>B: 매개변수당 바이트. 교재는 12와 2를 더함. 활성값은 배치에 달려 있음</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>chapter, B</source>
        <translation>교재 B</translation>
    </message>
    <message>
        <source>here, B</source>
        <translation>여기 B</translation>
    </message>
    <message>
        <source>sum without activations</source>
        <translation>활성값을 뺀 합계</translation>
    </message>
    <message>
        <source>14</source>
        <translation>14</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SavedTensorTable</name>
    <message>
        <source>recomputation</source>
        <translation>다시 계산</translation>
    </message>
    <message>
        <source>weight, held anyway</source>
        <translation>가중치, 어차피 잡고 있음</translation>
    </message>
    <message>
        <source>stands above already</source>
        <translation>앞에 이미 있음</translation>
    </message>
    <message>
        <source>16-bit copy of a weight</source>
        <translation>가중치의 16비트 사본</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>Kept tensors</source>
        <translation>남긴 텐서</translation>
    </message>
    <message>
        <source>Tensors that forward kept for backward</source>
        <translation>순전파가 역전파를 위해 남긴 텐서</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>층</translation>
    </message>
    <message>
        <source>Show one layer only</source>
        <translation>한 층만 표시</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>op</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>what</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>Order by bytes</source>
        <translation>바이트순</translation>
    </message>
    <message>
        <source>Order by layer</source>
        <translation>층순</translation>
    </message>
    <message>
        <source>Order by op</source>
        <translation>연산순</translation>
    </message>
    <message>
        <source>Order of saving</source>
        <translation>남긴 순서</translation>
    </message>
    <message>
        <source>%1 in %2 tensors that count.</source>
        <translation>세는 텐서 %2개, %1.</translation>
    </message>
    <message>
        <source>Exactly the column bytes_activations of step %1.</source>
        <translation>스텝 %1의 bytes_activations 열과 꼭 같음.</translation>
    </message>
    <message>
        <source>The column bytes_activations of step %1 says %2: the difference of %3 is what no op saves, such as logits that the trainer holds.</source>
        <translation>스텝 %1의 bytes_activations 열은 %2. 차이 %3은 트레이너가 잡은 로짓처럼 어느 연산도 남기지 않은 것.</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>모든 층</translation>
    </message>
    <message>
        <source>Nobody has looked inside this step yet.</source>
        <translation>아직 들여다보지 않은 스텝</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::Commands</name>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>View</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>발표</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::FileOpener</name>
    <message>
        <source>%1 cannot be read: permission denied</source>
        <translation>%1: 권한이 없어 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1: 빈 파일입니다</translation>
    </message>
    <message>
        <source>%1 is not a file that ampscope opens. It opens runs and scenarios (.json, .ampscope-run, .ampscope-scenario), tensors (.npy, .safetensors, .csv), training logs (.log, .txt, .jsonl) and lessons (a folder).</source>
        <translation>%1: ampscope가 여는 파일이 아닙니다. 실행과 시나리오(.json, .ampscope-run, .ampscope-scenario), 텐서(.npy, .safetensors, .csv), 학습 로그(.log, .txt, .jsonl), 단원(폴더)을 엽니다.</translation>
    </message>
    <message>
        <source>Open a folder of lessons</source>
        <translation>단원 폴더 열기</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>파일 열기</translation>
    </message>
    <message>
        <source>All that ampscope opens</source>
        <translation>ampscope가 여는 모든 파일</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>모든 파일</translation>
    </message>
    <message>
        <source>Open a file …</source>
        <translation>파일 열기 …</translation>
    </message>
    <message>
        <source>Open a folder of lessons …</source>
        <translation>단원 폴더 열기 …</translation>
    </message>
    <message>
        <source>Forget the files opened last</source>
        <translation>최근 파일 목록 지우기</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1: 파일이 이제 없습니다.</translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation>최근 파일</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LibTorchSetup</name>
    <message>
        <source>A folder of wheels</source>
        <translation>휠 폴더</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>LibTorch for training</source>
        <translation>학습용 LibTorch</translation>
    </message>
    <message>
        <source>What trains in the labs and lessons is LibTorch %1, the C++ library of PyTorch. It is not a part of this program. Numbers, records and lessons&apos; texts work without it.</source>
        <translation>실험실과 단원의 학습은 PyTorch의 C++ 라이브러리인 LibTorch %1이 합니다. 이 프로그램에는 들어 있지 않습니다. 수, 기록, 단원의 글은 LibTorch 없이도 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>내려받기</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>디스크</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>How</source>
        <translation>방법</translation>
    </message>
    <message>
        <source>%1, and as much as the download until it is over; %2 are free there</source>
        <translation>%1(설치 중에는 내려받은 만큼 더), 남은 공간 %2</translation>
    </message>
    <message>
        <source>python3 makes a private environment there, and pip brings three packages. Nothing else on this machine is changed; to be rid of it, remove the folder.</source>
        <translation>python3이 이 폴더에 전용 환경을 만들고 pip이 패키지 세 개를 가져옵니다. 이 기기의 다른 것은 바꾸지 않습니다. 폴더를 지우면 모두 없어집니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Download and set up</source>
        <translation>내려받아 설치</translation>
    </message>
    <message>
        <source>From a folder of wheels …</source>
        <translation>휠 폴더에서 설치 …</translation>
    </message>
    <message>
        <source>For a machine without network: wheels that another machine has downloaded</source>
        <translation>네트워크가 없는 기기용: 다른 기기에서 받아 온 휠</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>이어서 하기</translation>
    </message>
    <message>
        <source>Progress of the set-up</source>
        <translation>설치 진행</translation>
    </message>
    <message>
        <source>LibTorch %1 is ready: %2</source>
        <translation>LibTorch %1 준비됨: %2</translation>
    </message>
    <message>
        <source>Set up LibTorch</source>
        <translation>LibTorch 설치</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LibTorchOffer</name>
    <message>
        <source>Training needs LibTorch, which is not on this machine yet. Numbers, records and lessons&apos; texts work without it.</source>
        <translation>학습에는 LibTorch가 필요한데 이 기기에는 아직 없습니다. 수, 기록, 단원의 글은 없어도 됩니다.</translation>
    </message>
    <message>
        <source>Set up LibTorch …</source>
        <translation>LibTorch 설치 …</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ClassModel</name>
    <message>
        <source>%1, step %2 of %3</source>
        <translation>%1, 전체 %3단계 중 %2단계</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::HandsEntry</name>
    <message>
        <source>Reset the hands</source>
        <translation>손 지우기</translation>
    </message>
    <message>
        <source>Numbers called out</source>
        <translation>부른 수</translation>
    </message>
    <message>
        <source>3, 5, 7.5</source>
        <translation>3, 5, 7.5</translation>
    </message>
    <message>
        <source>Numbers that learners say; each counts for the choice whose range it is in</source>
        <translation>학습자가 부른 수. 각 수는 그 수가 든 범위의 보기로 셉니다</translation>
    </message>
    <message>
        <source>One hand fewer for choice %1</source>
        <translation>보기 %1에서 손 하나 빼기</translation>
    </message>
    <message>
        <source>One more hand for choice %1</source>
        <translation>보기 %1에 손 하나 더하기</translation>
    </message>
    <message>
        <source>Hands for choice %1</source>
        <translation>보기 %1의 손</translation>
    </message>
    <message>
        <source>hands: %1</source>
        <translation>손 %1명</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>중앙값 %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::HandsRow</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>hands: %1</source>
        <translation>손 %1명</translation>
    </message>
    <message>
        <source>it came out so</source>
        <translation>결과가 이와 같음</translation>
    </message>
    <message>
        <source>the class&apos;s answer</source>
        <translation>수업의 답</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::HandsWall</name>
    <message>
        <source>Commit</source>
        <translation>확정</translation>
    </message>
    <message>
        <source>hands: %1</source>
        <translation>손 %1명</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>중앙값 %1</translation>
    </message>
    <message>
        <source>It was %1</source>
        <translation>결과: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::Presentation</name>
    <message>
        <source>A class is parked: %1. Shift+F5 goes on with it.</source>
        <translation>보관한 수업이 있습니다: %1. Shift+F5로 이어 갑니다.</translation>
    </message>
    <message>
        <source>The class could not be parked: %1</source>
        <translation>수업을 보관할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Present, or end the presentation</source>
        <translation>수업 화면 시작, 끝내기</translation>
    </message>
    <message>
        <source>Resume the parked class</source>
        <translation>보관한 수업 이어 가기</translation>
    </message>
    <message>
        <source>Resume class: %1</source>
        <translation>수업 이어 가기: %1</translation>
    </message>
    <message>
        <source>Park the class</source>
        <translation>수업 보관</translation>
    </message>
    <message>
        <source>Notes, clock and hands in a second window</source>
        <translation>둘째 창에 메모, 시계, 손</translation>
    </message>
    <message>
        <source>Next step (clicker)</source>
        <translation>다음 단계(리모컨)</translation>
    </message>
    <message>
        <source>Previous step (clicker)</source>
        <translation>이전 단계(리모컨)</translation>
    </message>
    <message>
        <source>Blank the screen, or show it again</source>
        <translation>화면 가리기, 다시 보이기</translation>
    </message>
    <message>
        <source>Commit the class&apos;s answer</source>
        <translation>수업의 답 확정</translation>
    </message>
    <message>
        <source>One more hand for choice %1</source>
        <translation>보기 %1에 손 하나 더하기</translation>
    </message>
    <message>
        <source>Take back the last hand</source>
        <translation>마지막 손 되돌리기</translation>
    </message>
    <message>
        <source>Save the hands as CSV …</source>
        <translation>손을 CSV로 저장 …</translation>
    </message>
    <message>
        <source>Save the hands</source>
        <translation>손 저장</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>저장: %1</translation>
    </message>
    <message>
        <source>A class is parked, but its lesson is not among those here.</source>
        <translation>보관한 수업이 있지만 그 단원이 여기에 없습니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::PresenterWindow</name>
    <message>
        <source>ampscope: for the teacher</source>
        <translation>ampscope: 교사용</translation>
    </message>
    <message>
        <source>Reset the time</source>
        <translation>시간 초기화</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Show of hands</source>
        <translation>손 들기</translation>
    </message>
    <message>
        <source>Pause the time</source>
        <translation>시간 멈춤</translation>
    </message>
    <message>
        <source>Let the time go on</source>
        <translation>시간 계속</translation>
    </message>
    <message>
        <source>%1: lesson %2 of %3, %4 of %5 min</source>
        <translation>%1: 단원 %3개 중 %2번째, %5분 중 %4분</translation>
    </message>
    <message>
        <source>since the start &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>시작부터 &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>this step &lt;b&gt;%1&lt;/b&gt; of %2</source>
        <translation>이 단계 &lt;b&gt;%1&lt;/b&gt; / %2</translation>
    </message>
    <message>
        <source>this lesson &lt;b&gt;%1&lt;/b&gt; of %2</source>
        <translation>이 단원 &lt;b&gt;%1&lt;/b&gt; / %2</translation>
    </message>
    <message>
        <source>Show of hands:</source>
        <translation>손 들기:</translation>
    </message>
    <message>
        <source>What they may believe</source>
        <translation>가질 만한 생각</translation>
    </message>
    <message>
        <source>Next: %1.</source>
        <translation>다음: %1.</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>마지막 단계.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::AboutDialog</name>
    <message>
        <source>%1, in %2</source>
        <translation>%1, 위치 %2</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>찾지 못함</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>built with LibTorch</source>
        <translation>빌드에 쓴 LibTorch</translation>
    </message>
    <message>
        <source>CUDA module</source>
        <translation>CUDA 모듈</translation>
    </message>
    <message>
        <source>there</source>
        <translation>있음</translation>
    </message>
    <message>
        <source>data folder</source>
        <translation>데이터 폴더</translation>
    </message>
    <message>
        <source>lessons</source>
        <translation>단원</translation>
    </message>
    <message>
        <source>system</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>프로세서</translation>
    </message>
    <message>
        <source>cores: %1</source>
        <translation>코어 %1개</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>복사함</translation>
    </message>
    <message>
        <source>About ampscope</source>
        <translation>ampscope 정보</translation>
    </message>
    <message>
        <source>About</source>
        <translation>정보</translation>
    </message>
    <message>
        <source>Licence of ampscope</source>
        <translation>ampscope의 라이선스</translation>
    </message>
    <message>
        <source>What it is built on</source>
        <translation>함께 쓰는 소프트웨어</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>정보 복사</translation>
    </message>
    <message>
        <source>Versions, folders and this machine as text, for a report of a defect</source>
        <translation>결함을 알릴 때 쓸 버전, 폴더, 기기 정보를 글로 복사</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>닫기 (Escape)</translation>
    </message>
    <message>
        <source>An oscilloscope for automatic mixed precision. Free software under the GNU General Public License, version 3 or later; without any warranty.</source>
        <translation>자동 혼합 정밀도를 위한 오실로스코프. GNU 일반 공중 사용 허가서 3판 이상을 따르는 자유 소프트웨어이며 어떤 보증도 없습니다.</translation>
    </message>
    <message>
        <source>Nothing leaves this machine: no account, no statistics, no network, unless you ask for LibTorch to be fetched.</source>
        <translation>아무것도 이 기기를 떠나지 않습니다. 계정도 통계도 없고, LibTorch를 받으라고 할 때 말고는 네트워크도 쓰지 않습니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SearchBox</name>
    <message>
        <source>Lesson, lab, preset, setting, term, command …</source>
        <translation>단원, 실험실, 준비된 설정, 설정, 용어, 명령 …</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;Search&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Words in any order, in Korean or English, also the first consonants of Korean words. Arrows choose, Enter goes there, Escape closes.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;검색&lt;/b&gt;&lt;/p&gt;&lt;p&gt;낱말의 순서는 상관없고, 한국어와 영어, 한국어의 초성으로도 찾습니다. 화살표로 고르고 Enter로 가고 Escape로 닫습니다.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>찾은 것</translation>
    </message>
    <message>
        <source>Nothing has this name. Fewer letters find more.</source>
        <translation>이런 이름은 없습니다. 글자를 줄이면 더 많이 찾습니다.</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>단원</translation>
    </message>
    <message>
        <source>card of a lesson</source>
        <translation>단원의 카드</translation>
    </message>
    <message>
        <source>lab</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>준비된 설정</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>page</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>term</source>
        <translation>용어</translation>
    </message>
    <message>
        <source>command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>file</source>
        <translation>파일</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::SettingsDialog</name>
    <message>
        <source>Folder for runs and progress</source>
        <translation>실행과 진도를 둘 폴더</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <source>Type size</source>
        <translation>글자 크기</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>움직임</translation>
    </message>
    <message>
        <source>Threads of new runs</source>
        <translation>새 실행의 스레드</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>데이터 폴더</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>환영 안내</translation>
    </message>
    <message>
        <source>Of everything in the window, lessons too. Switches at once, also while a run goes on.</source>
        <translation>단원을 포함해 창 전체의 언어입니다. 실행 중에도 바로 바뀝니다.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>시스템을 따름</translation>
    </message>
    <message>
        <source>Exports always have the theme of paper, whatever is chosen here.</source>
        <translation>내보낸 그림은 무엇을 고르든 늘 인쇄용 테마입니다.</translation>
    </message>
    <message>
        <source>Words, controls and plots grow together. 100 % fits a desk, 150 % a room.</source>
        <translation>글, 단추, 그래프가 함께 커집니다. 책상에는 100 %, 강의실에는 150 %가 알맞습니다.</translation>
    </message>
    <message>
        <source>Plots of a running experiment are redrawn twice a second only, and nothing slides.</source>
        <translation>실행 중인 그래프를 1초에 두 번만 다시 그리고, 아무것도 미끄러지지 않습니다.</translation>
    </message>
    <message>
        <source>LibTorch&apos;s threads in runs that start from now on. Another number of threads may change the last bits of a sum, so runs that are compared should have the same.</source>
        <translation>지금부터 시작하는 실행의 LibTorch 스레드 수입니다. 스레드 수가 다르면 합의 마지막 비트가 달라질 수 있으니, 견줄 실행은 같은 수로 하십시오.</translation>
    </message>
    <message>
        <source>Where runs, progress and what was measured of this machine are kept. Nothing leaves the machine.</source>
        <translation>실행, 진도, 이 기기에서 잰 값을 두는 곳입니다. 아무것도 이 기기를 떠나지 않습니다.</translation>
    </message>
    <message>
        <source>What stands above the Scale lab at the first start.</source>
        <translation>처음 시작할 때 스케일 실험실 위에 나오는 안내입니다.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Type size in percent</source>
        <translation>글자 크기(퍼센트)</translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation>움직임 줄이기</translation>
    </message>
    <message>
        <source>as each experiment says</source>
        <translation>실험마다 정한 대로</translation>
    </message>
    <message>
        <source>Cores of this machine: %1.</source>
        <translation>이 기기의 코어는 %1개입니다.</translation>
    </message>
    <message>
        <source>With %1 at most, the window keeps one for itself.</source>
        <translation>%1개 이하로 하면 창이 쓸 코어가 하나 남습니다.</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>고르기 …</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>기본 폴더</translation>
    </message>
    <message>
        <source>Show the welcome again at the next start</source>
        <translation>다음에 시작할 때 환영 안내 다시 보기</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>적용</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Reset everything</source>
        <translation>모두 초기화</translation>
    </message>
    <message>
        <source>All settings as at the first start. Runs and progress are kept. Cancel takes it back.</source>
        <translation>모든 설정을 처음 상태로. 실행과 진도는 그대로이며 취소하면 되돌아갑니다.</translation>
    </message>
    <message>
        <source>Keep the settings (Enter)</source>
        <translation>설정 적용 (Enter)</translation>
    </message>
    <message>
        <source>Everything as before (Escape)</source>
        <translation>모두 이전대로 (Escape)</translation>
    </message>
    <message>
        <source>the usual one</source>
        <translation>기본 폴더</translation>
    </message>
    <message>
        <source>In use now: none; nothing is kept.</source>
        <translation>지금 쓰는 폴더 없음, 아무것도 보관하지 않음</translation>
    </message>
    <message>
        <source>In use now: %1</source>
        <translation>지금 쓰는 폴더: %1</translation>
    </message>
    <message>
        <source>The other folder is used from the next start on. Nothing is moved: what was kept so far stays where it is.</source>
        <translation>바꾼 폴더는 다음에 시작할 때부터 씁니다. 옮기는 것은 없으며 지금까지 보관한 것은 제자리에 남습니다.</translation>
    </message>
    <message>
        <source>The environment&apos;s AMPSCOPE_DATA goes first.</source>
        <translation>환경 변수 AMPSCOPE_DATA가 먼저입니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ShortcutsSheet</name>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>닫기 (Escape)</translation>
    </message>
    <message>
        <source>While an instrument has the keyboard</source>
        <translation>계기에 키보드가 있을 때</translation>
    </message>
    <message>
        <source>Tab goes from one to the next; the arrows go through it.</source>
        <translation>Tab으로 다음 계기로 가고, 화살표로 그 안에서 움직입니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::Welcome</name>
    <message>
        <source>Start chapter %1: %2</source>
        <translation>%1장 시작: %2</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>환영합니다</translation>
    </message>
    <message>
        <source>Explore on my own</source>
        <translation>혼자 둘러보기</translation>
    </message>
    <message>
        <source>Close the welcome</source>
        <translation>환영 안내 닫기</translation>
    </message>
    <message>
        <source>by a formula</source>
        <translation>공식으로</translation>
    </message>
    <message>
        <source>Below, a small GPT is training in fp16 on this machine, right now. Its loss scale was set too high on purpose.</source>
        <translation>아래에서 작은 GPT가 지금 이 기기에서 fp16으로 학습하고 있습니다. 손실 스케일은 일부러 너무 크게 잡았습니다.</translation>
    </message>
    <message>
        <source>Every number has a badge:</source>
        <translation>모든 수에 출처 표시가 있습니다.</translation>
    </message>
    <message>
        <source>by this run</source>
        <translation>이 실행에서</translation>
    </message>
    <message>
        <source>without a run</source>
        <translation>실행 없이</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>예전 실행에서</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::WindowCommands</name>
    <message>
        <source>Run or pause</source>
        <translation>실행 또는 일시 정지</translation>
    </message>
    <message>
        <source>One training step</source>
        <translation>학습 한 스텝</translation>
    </message>
    <message>
        <source>From the first step with the same seed</source>
        <translation>같은 시드로 처음부터</translation>
    </message>
    <message>
        <source>Another seed</source>
        <translation>다른 시드로</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>마지막 변경 되돌리기</translation>
    </message>
    <message>
        <source>Redo the change</source>
        <translation>되돌린 변경 다시 하기</translation>
    </message>
    <message>
        <source>Next card of the lesson</source>
        <translation>단원의 다음 카드</translation>
    </message>
    <message>
        <source>Previous card of the lesson</source>
        <translation>단원의 이전 카드</translation>
    </message>
    <message>
        <source>Lessons and labs at the left</source>
        <translation>왼쪽의 단원과 실험실</translation>
    </message>
    <message>
        <source>Korean or English</source>
        <translation>한국어 또는 영어</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>밝게 또는 어둡게</translation>
    </message>
    <message>
        <source>Close what lies over the page</source>
        <translation>화면을 덮은 것 닫기</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::WindowHelp</name>
    <message>
        <source>Search for anything</source>
        <translation>무엇이든 찾기</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>What is this? (what has the keyboard)</source>
        <translation>이것은 무엇? (키보드가 있는 것)</translation>
    </message>
    <message>
        <source>What is this? (the next click)</source>
        <translation>이것은 무엇? (다음에 누르는 것)</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>용어집</translation>
    </message>
    <message>
        <source>Show the welcome</source>
        <translation>환영 안내 보기</translation>
    </message>
    <message>
        <source>About ampscope, licences</source>
        <translation>ampscope 정보와 라이선스</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::FieldRow</name>
    <message>
        <source>Without effect unless %1. %2</source>
        <translation>%1일 때만 쓰입니다. %2</translation>
    </message>
    <message>
        <source>Set it</source>
        <translation>그렇게 설정</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>기본값: %1</translation>
    </message>
    <message>
        <source>can change while a run goes on</source>
        <translation>실행 중에도 바꿀 수 있음</translation>
    </message>
    <message>
        <source>Back to the default, %1</source>
        <translation>기본값으로 되돌리기: %1</translation>
    </message>
    <message>
        <source>Not the default</source>
        <translation>기본값이 아님</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::FieldTable</name>
    <message>
        <source>All settings</source>
        <translation>모든 설정</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Back to the lab&apos;s few settings (Esc)</source>
        <translation>실험실의 주요 설정으로 돌아가기(Esc)</translation>
    </message>
    <message>
        <source>Search: name or meaning</source>
        <translation>찾기: 이름이나 뜻</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>설정 찾기</translation>
    </message>
    <message>
        <source>changed only</source>
        <translation>바뀐 것만</translation>
    </message>
    <message>
        <source>Only settings that differ from their default</source>
        <translation>기본값과 다른 설정만</translation>
    </message>
    <message>
        <source>No setting has these words. Other words, or an empty search, show more.</source>
        <translation>이 낱말이 든 설정이 없습니다. 다른 낱말을 쓰거나 찾기를 비우면 더 보입니다.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2개 가운데 %1개</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>손실 스케일</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>Text and batch</source>
        <translation>텍스트와 배치</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CommandLineButton</name>
    <message>
        <source>Scenarios (*.json);;All files (*)</source>
        <translation>시나리오 (*.json);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>명령줄</translation>
    </message>
    <message>
        <source>What gives the same numbers in a terminal; the scenario as a file</source>
        <translation>터미널에서 같은 수를 내는 명령, 파일로 저장하는 시나리오</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::CommandLineSheet</name>
    <message>
        <source>Command line</source>
        <translation>명령줄</translation>
    </message>
    <message>
        <source>The same numbers without the window. With --json they come as JSON.</source>
        <translation>창 없이 같은 수를 내는 명령입니다. --json을 붙이면 JSON으로 나옵니다.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Copy scenario as text</source>
        <translation>시나리오를 글로 복사</translation>
    </message>
    <message>
        <source>Every setting of the run as JSON</source>
        <translation>실행의 모든 설정을 JSON으로</translation>
    </message>
    <message>
        <source>Save scenario …</source>
        <translation>시나리오 저장 …</translation>
    </message>
    <message>
        <source>Load scenario …</source>
        <translation>시나리오 열기 …</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::UndoButtons</name>
    <message>
        <source>Reset</source>
        <translation>초기화</translation>
    </message>
    <message>
        <source>Undo the last change (Ctrl+Z)</source>
        <translation>마지막 변경 되돌리기 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Do it again (Ctrl+Shift+Z)</source>
        <translation>되돌린 변경 다시 하기 (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>Every setting as the author left it; this can be undone</source>
        <translation>모든 설정을 처음 값으로. 이것도 되돌릴 수 있음</translation>
    </message>
</context>
<context>
    <name>ComparisonReport</name>
    <message>
        <source>Runs side by side: %1</source>
        <translation>나란히 놓은 실행: %1</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>다른 설정</translation>
    </message>
    <message>
        <source>The scenarios are the same.</source>
        <translation>시나리오가 같음.</translation>
    </message>
    <message>
        <source>One run: there is nothing beside it.</source>
        <translation>실행 하나: 견줄 것이 없음.</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>What came out</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>그래프</translation>
    </message>
    <message>
        <source>What they ran on</source>
        <translation>실행한 곳</translation>
    </message>
    <message>
        <source>The same runs on the command line, in the folder of this report:</source>
        <translation>명령줄에서 같은 실행(이 보고서의 폴더에서):</translation>
    </message>
</context>
<context>
    <name>PaperMenu</name>
    <message>
        <source>Export …</source>
        <translation>내보내기 …</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>그림 복사</translation>
    </message>
    <message>
        <source>Copy numbers</source>
        <translation>수 복사</translation>
    </message>
    <message>
        <source>Copy caption</source>
        <translation>설명 복사</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ExportDialog</name>
    <message>
        <source>Formats</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>Name of the file</source>
        <translation>파일 이름</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>Title of x</source>
        <translation>x축 제목</translation>
    </message>
    <message>
        <source>Title of y</source>
        <translation>y축 제목</translation>
    </message>
    <message>
        <source>Range of x</source>
        <translation>x축 범위</translation>
    </message>
    <message>
        <source>Range of y</source>
        <translation>y축 범위</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Preview of the print</source>
        <translation>인쇄 미리 보기</translation>
    </message>
    <message>
        <source>Write a file of format %1</source>
        <translation>%1 파일 만들기</translation>
    </message>
    <message>
        <source>Folder of the files</source>
        <translation>파일을 둘 폴더</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>폴더 고르기</translation>
    </message>
    <message>
        <source>{plot}, {scenario}, {seed} and {precision} become those of the figure. The pattern is kept.</source>
        <translation>{plot}, {scenario}, {seed}, {precision} 자리에는 그래프의 값이 들어감. 다음에도 이 틀을 씀.</translation>
    </message>
    <message>
        <source>Page: 160 × 100 mm</source>
        <translation>지면: 160 × 100 mm</translation>
    </message>
    <message>
        <source>Column: 85 × 60 mm</source>
        <translation>단: 85 × 60 mm</translation>
    </message>
    <message>
        <source>Slide: 254 × 143 mm</source>
        <translation>슬라이드: 254 × 143 mm</translation>
    </message>
    <message>
        <source>As it is drawn</source>
        <translation>그려진 크기대로</translation>
    </message>
    <message>
        <source>A size of your own</source>
        <translation>직접 정한 크기</translation>
    </message>
    <message>
        <source>Width in millimetres</source>
        <translation>너비(밀리미터)</translation>
    </message>
    <message>
        <source>Height in millimetres</source>
        <translation>높이(밀리미터)</translation>
    </message>
    <message>
        <source>Dots per inch of the PNG</source>
        <translation>PNG의 인치당 점 수</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>as on screen</source>
        <translation>화면대로</translation>
    </message>
    <message>
        <source>from – to</source>
        <translation>직접 정함</translation>
    </message>
    <message>
        <source>%1, from</source>
        <translation>%1, 시작</translation>
    </message>
    <message>
        <source>A number: 100, 1e-3, 2^10</source>
        <translation>수: 100, 1e-3, 2^10</translation>
    </message>
    <message>
        <source>%1, to</source>
        <translation>%1, 끝</translation>
    </message>
    <message>
        <source>as in the window</source>
        <translation>창과 같게</translation>
    </message>
    <message>
        <source>Language of the figure</source>
        <translation>그래프에 쓰는 말</translation>
    </message>
    <message>
        <source>A line below the caption; kept for the next time</source>
        <translation>설명 아래에 적는 한 줄. 다음에도 씀</translation>
    </message>
    <message>
        <source>Caption: settings, seed, machine, where the numbers come from</source>
        <translation>설명: 설정, 시드, 기기, 수의 출처</translation>
    </message>
    <message>
        <source>Letters as shapes (SVG, PDF)</source>
        <translation>글자를 도형으로(SVG, PDF)</translation>
    </message>
    <message>
        <source>For readers that do not have the fonts. The text can then not be searched.</source>
        <translation>글꼴이 없는 곳에서 볼 때. 글자를 찾을 수는 없게 됨.</translation>
    </message>
    <message>
        <source>CSV with a UTF-8 mark</source>
        <translation>CSV에 UTF-8 표시(BOM)</translation>
    </message>
    <message>
        <source>Some spreadsheets show Korean letters right only with it</source>
        <translation>이 표시가 있어야 한글을 바로 보이는 표 계산 프로그램이 있음</translation>
    </message>
    <message>
        <source>CSV: only the range of x</source>
        <translation>CSV: x축 범위의 줄만</translation>
    </message>
    <message>
        <source>Show the preview in grey</source>
        <translation>회색으로 미리 보기</translation>
    </message>
    <message>
        <source>Files written</source>
        <translation>만든 파일</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Choose at least one format.</source>
        <translation>형식을 하나 이상 고르기.</translation>
    </message>
    <message>
        <source>Already there: %1. Replace?</source>
        <translation>이미 있는 파일: %1. 바꿀까요?</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::LessonReport</name>
    <message>
        <source>The evidence bears it out.</source>
        <translation>증거가 뒷받침함.</translation>
    </message>
    <message>
        <source>Inconclusive on this machine, which is an answer, too.</source>
        <translation>이 기기에서는 판가름 나지 않음. 이것도 결과임.</translation>
    </message>
    <message>
        <source>Not yet shown.</source>
        <translation>아직 보이지 못함.</translation>
    </message>
    <message>
        <source>Report of a lesson · chapter %1 · %2 · ampscope %3</source>
        <translation>단원 보고서 · %1장 · %2 · ampscope %3</translation>
    </message>
    <message>
        <source>my answer</source>
        <translation>내 답</translation>
    </message>
    <message>
        <source>The prediction was right.</source>
        <translation>예측이 맞음.</translation>
    </message>
    <message>
        <source>The prediction was wrong.</source>
        <translation>예측이 빗나감.</translation>
    </message>
    <message>
        <source>No prediction was made.</source>
        <translation>예측하지 않음.</translation>
    </message>
    <message>
        <source>No answer was given.</source>
        <translation>답하지 않음.</translation>
    </message>
    <message>
        <source>Pointed at step %1.</source>
        <translation>짚은 스텝: %1.</translation>
    </message>
    <message>
        <source>How sure: %1.</source>
        <translation>확신: %1.</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>맞음.</translation>
    </message>
    <message>
        <source>Wrong.</source>
        <translation>틀림.</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>%1 이하</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>%1 이상</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>%1 미만</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>%1 초과</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>성립</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>성립하지 않음</translation>
    </message>
    <message>
        <source>As the lesson sets it, before anything is changed:</source>
        <translation>단원이 정한 그대로, 아무것도 바꾸기 전:</translation>
    </message>
    <message>
        <source>goal</source>
        <translation>목표</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>조건</translation>
    </message>
    <message>
        <source>found</source>
        <translation>측정값</translation>
    </message>
    <message>
        <source>The learner has reached the goal.</source>
        <translation>목표에 이름.</translation>
    </message>
    <message>
        <source>In my own words</source>
        <translation>나의 말로</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>건너뜀</translation>
    </message>
    <message>
        <source>last loss</source>
        <translation>마지막 손실</translation>
    </message>
    <message>
        <source>The same runs on the command line, in the folder of this report:</source>
        <translation>명령줄에서 같은 실행(이 보고서의 폴더에서):</translation>
    </message>
    <message>
        <source>Same scenario, same seed, same LibTorch, same kind of processor and same number of threads: the same numbers. Times differ.</source>
        <translation>시나리오, 시드, LibTorch, 프로세서 종류, 스레드 수가 같으면 수가 같다. 시간은 다르다.</translation>
    </message>
    <message>
        <source>Sentences of the chapters that this lesson tests</source>
        <translation>이 단원이 확인하는 본문의 문장</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>Chapter %1, section %2; lines %3.</source>
        <translation>%1장 %2절, %3행.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::ReportDesk</name>
    <message>
        <source>Folder of the report</source>
        <translation>보고서를 둘 폴더</translation>
    </message>
    <message>
        <source>Report of this lesson …</source>
        <translation>이 단원의 보고서 …</translation>
    </message>
    <message>
        <source>The lesson is played once more for the report …</source>
        <translation>보고서를 위해 단원을 한 번 더 실행하는 중 …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>보고서</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RunDifferences</name>
    <message>
        <source>What the runs differ in</source>
        <translation>실행 사이의 차이</translation>
    </message>
    <message>
        <source>%1, seed %2</source>
        <translation>%1, 시드 %2</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>다른 설정</translation>
    </message>
    <message>
        <source>No setting differs</source>
        <translation>다른 설정 없음</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>요약 값</translation>
    </message>
    <message>
        <source>First step that differs from %1</source>
        <translation>%1 실행과 처음 달라진 스텝</translation>
    </message>
    <message>
        <source>Bit for bit; times are never compared</source>
        <translation>비트까지 비교합니다. 시간은 비교하지 않습니다</translation>
    </message>
    <message>
        <source>No step differs</source>
        <translation>모든 스텝이 같음</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>기준</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>기록 없음</translation>
    </message>
    <message>
        <source>same</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>아직 실행이 없습니다.</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RunLibrary</name>
    <message>
        <source>seed %1</source>
        <translation>시드 %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RunListModel</name>
    <message>
        <source>%1
F2 gives it another name</source>
        <translation>%1
F2로 이름을 바꿉니다</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>고정됨</translation>
    </message>
    <message>
        <source>not pinned</source>
        <translation>고정 안 됨</translation>
    </message>
    <message>
        <source>Pinned runs stand first and are never dropped</source>
        <translation>고정한 실행은 맨 위에 있고 정리되지 않습니다</translation>
    </message>
    <message>
        <source>The loss of the last step, in nats</source>
        <translation>마지막 스텝의 손실(nats)</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>when</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>건너뜀</translation>
    </message>
    <message>
        <source>final loss</source>
        <translation>마지막 손실</translation>
    </message>
    <message>
        <source>state</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>from</source>
        <translation>출처</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>실행 기록</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>모든 실행</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>목록으로</translation>
    </message>
    <message>
        <source>plots</source>
        <translation>그래프</translation>
    </message>
    <message>
        <source>The runs on the same axes</source>
        <translation>같은 축에 놓은 실행</translation>
    </message>
    <message>
        <source>table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Settings that differ, figures, and where the runs part</source>
        <translation>다른 설정, 요약 값, 갈라지는 스텝</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Opens the lab that fits, with these settings</source>
        <translation>이 설정으로 알맞은 실험실을 엽니다</translation>
    </message>
    <message>
        <source>Use in</source>
        <translation>설정 쓰기</translation>
    </message>
    <message>
        <source>Takes these settings to a lab of your choice</source>
        <translation>이 설정을 고른 실험실로 가져갑니다</translation>
    </message>
    <message>
        <source>What the losses are compared to</source>
        <translation>손실을 비교할 기준</translation>
    </message>
    <message>
        <source>against %1</source>
        <translation>기준: %1</translation>
    </message>
    <message>
        <source>Opens the lab that fits, with the settings of %1</source>
        <translation>%1의 설정으로 알맞은 실험실을 엽니다</translation>
    </message>
    <message>
        <source>%1 runs side by side</source>
        <translation>나란히 놓은 실행 %1개</translation>
    </message>
    <message>
        <source>Up to %1 runs fit side by side; %2 were named.</source>
        <translation>나란히 놓을 수 있는 실행은 %1개까지입니다. %2개를 적었습니다.</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::RunsView</name>
    <message>
        <source>Import runs</source>
        <translation>실행 가져오기</translation>
    </message>
    <message>
        <source>Records and journals (*.json *.jsonl)</source>
        <translation>실행 기록과 일지 (*.json *.jsonl)</translation>
    </message>
    <message>
        <source>A folder for the files</source>
        <translation>파일을 둘 폴더</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행 기록</translation>
    </message>
    <message>
        <source>Find by name or id</source>
        <translation>이름이나 id로 찾기</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>Where they come from</source>
        <translation>실행한 곳</translation>
    </message>
    <message>
        <source>pinned only</source>
        <translation>고정한 것만</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Gives the run another name (F2)</source>
        <translation>실행의 이름을 바꿉니다 (F2)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Saves the record, the steps as a table, or the settings</source>
        <translation>전체 기록, 스텝 표, 설정 가운데 하나를 저장합니다</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>가져오기 …</translation>
    </message>
    <message>
        <source>Takes records in that this program has written; they can also be dropped here</source>
        <translation>이 프로그램이 쓴 기록을 가져옵니다. 여기에 끌어다 놓아도 됩니다</translation>
    </message>
    <message>
        <source>Open the Scale lab</source>
        <translation>스케일 실험실 열기</translation>
    </message>
    <message>
        <source>Every run of this window and of the command line is kept here. Runs that the window began by itself, for instance because a setting was changed, are dropped when they were stopped within %1 steps, and of the others the newest %2 stay. A pinned or renamed run always stays.</source>
        <translation>이 창과 명령줄의 모든 실행이 여기에 남습니다. 설정을 바꿔서 창이 저절로 시작한 실행은 %1스텝 안에 멈추면 지우고, 나머지는 최근 %2개만 남깁니다. 고정하거나 이름을 바꾼 실행은 항상 남습니다.</translation>
    </message>
    <message>
        <source>Whole record (record.json) …</source>
        <translation>전체 기록 (record.json) …</translation>
    </message>
    <message>
        <source>Steps as a table (trace.csv) …</source>
        <translation>스텝 표 (trace.csv) …</translation>
    </message>
    <message>
        <source>Settings (scenario.json) …</source>
        <translation>설정 (scenario.json) …</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>정렬</translation>
    </message>
    <message>
        <source>pinned, then newest</source>
        <translation>고정한 것 먼저, 최근 순</translation>
    </message>
    <message>
        <source>Empty the list of deleted runs …</source>
        <translation>삭제한 실행 비우기 …</translation>
    </message>
    <message>
        <source>Every state</source>
        <translation>모든 상태</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>삭제함</translation>
    </message>
    <message>
        <source>Every precision</source>
        <translation>모든 정밀도</translation>
    </message>
    <message>
        <source>From everywhere</source>
        <translation>모든 곳</translation>
    </message>
    <message>
        <source>Compare %1 runs</source>
        <translation>실행 %1개 비교</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Looks at the run again, step by step; up to %1 runs stand side by side (Enter)</source>
        <translation>실행을 스텝마다 다시 봅니다. %1개까지 나란히 놓습니다 (Enter)</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 풀기</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>Pinned runs stand first, cannot be deleted, and are never dropped (Ctrl+D)</source>
        <translation>고정한 실행은 맨 위에 있고, 삭제하거나 정리할 수 없습니다 (Ctrl+D)</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>되살리기</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Puts them back into the list (Del)</source>
        <translation>목록에 되돌립니다 (Del)</translation>
    </message>
    <message>
        <source>Takes them out of the list (Del); Ctrl+Z brings them back</source>
        <translation>목록에서 뺍니다 (Del). Ctrl+Z로 되살립니다</translation>
    </message>
    <message>
        <source>%1 of %2 selected</source>
        <translation>%2개 가운데 %1개 선택</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>실행 %2개 가운데 %1개</translation>
    </message>
    <message>
        <source>No run has been kept yet. Every run of a lab, a lesson or an exercise comes here by itself while it goes on, and so does every run of ampscope-cli. Records of other machines can be imported, or dropped here.</source>
        <translation>아직 남은 실행이 없습니다. 실험실, 단원, 연습의 모든 실행이 진행되는 동안 저절로 여기에 남고, ampscope-cli의 실행도 남습니다. 다른 기기의 기록은 가져오거나 여기에 끌어다 놓으면 됩니다.</translation>
    </message>
    <message>
        <source>Nothing has been deleted.</source>
        <translation>삭제한 실행이 없습니다.</translation>
    </message>
    <message>
        <source>No run passes this filter.</source>
        <translation>조건에 맞는 실행이 없습니다.</translation>
    </message>
    <message>
        <source>Up to %1 runs fit side by side; %2 are selected.</source>
        <translation>나란히 놓을 수 있는 실행은 %1개까지입니다. %2개를 골랐습니다.</translation>
    </message>
    <message>
        <source>another name</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>unpinned</source>
        <translation>고정 풀기</translation>
    </message>
    <message>
        <source>brought back</source>
        <translation>되살리기</translation>
    </message>
    <message>
        <source>Deleted runs: %1. Ctrl+Z brings them back.</source>
        <translation>삭제한 실행 %1개. Ctrl+Z로 되살립니다.</translation>
    </message>
    <message>
        <source>Delete what stands in the list of deleted runs for good? This cannot be undone.</source>
        <translation>삭제한 실행을 완전히 지울까요? 되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>Runs deleted for good: %1</source>
        <translation>완전히 지운 실행: %1개</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장: %1</translation>
    </message>
    <message>
        <source>Saved: %1 files</source>
        <translation>저장: 파일 %1개</translation>
    </message>
    <message>
        <source>This window keeps no runs.</source>
        <translation>이 창은 실행을 보관하지 않습니다.</translation>
    </message>
    <message>
        <source>Imported runs: %1</source>
        <translation>가져온 실행: %1개</translation>
    </message>
    <message>
        <source>Files that are no runs: %1</source>
        <translation>실행이 아닌 파일: %1개</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::WindowRuns</name>
    <message>
        <source>Keep this run</source>
        <translation>실행 보관</translation>
    </message>
    <message>
        <source>Its name on the run shelf:</source>
        <translation>실행 기록에 쓸 이름:</translation>
    </message>
    <message>
        <source>Keep this run under a name …</source>
        <translation>이 실행을 이름 붙여 보관 …</translation>
    </message>
    <message>
        <source>All kept runs</source>
        <translation>보관한 모든 실행</translation>
    </message>
    <message>
        <source>This page takes no settings from elsewhere.</source>
        <translation>이 화면은 다른 곳의 설정을 받지 않습니다.</translation>
    </message>
    <message>
        <source>Kept: %1</source>
        <translation>보관: %1</translation>
    </message>
    <message>
        <source>Report of these runs …</source>
        <translation>이 실행들의 보고서 …</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>skipped: %1 values that are Inf or NaN in %2</source>
        <translation>건너뜀: %2에 Inf나 NaN %1개</translation>
    </message>
    <message>
        <source>loss scale up: %1</source>
        <translation>손실 스케일 올림: %1</translation>
    </message>
    <message>
        <source>loss scale down: %1</source>
        <translation>손실 스케일 내림: %1</translation>
    </message>
    <message>
        <source>the loss is %1</source>
        <translation>손실 %1</translation>
    </message>
    <message>
        <source>the first Inf or NaN: op %1</source>
        <translation>첫 Inf나 NaN: 연산 %1</translation>
    </message>
    <message>
        <source>epoch %1 begins, in %2</source>
        <translation>에폭 %1 시작, %2</translation>
    </message>
    <message>
        <source>precision changed: %1 → %2</source>
        <translation>정밀도 바뀜: %1 → %2</translation>
    </message>
    <message>
        <source>%1 changed: %2 → %3</source>
        <translation>%1 바뀜: %2 → %3</translation>
    </message>
    <message>
        <source>the run is finished</source>
        <translation>실행 끝남</translation>
    </message>
    <message>
        <source>the run was stopped</source>
        <translation>실행 멈춤</translation>
    </message>
    <message>
        <source>the run failed: %1</source>
        <translation>실행 실패: %1</translation>
    </message>
</context>
<context>
    <name>ampscope::ui::TimeTrack</name>
    <message>
        <source>step %1: %2</source>
        <translation>스텝 %1: %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 밖에 %1개</translation>
    </message>
</context>
<context>
    <name>TimeCommands</name>
    <message>
        <source>Look at the step before</source>
        <translation>앞 스텝 보기</translation>
    </message>
    <message>
        <source>Look at the next step</source>
        <translation>다음 스텝 보기</translation>
    </message>
    <message>
        <source>Look at the first step</source>
        <translation>첫 스텝 보기</translation>
    </message>
    <message>
        <source>Look at the newest step, and follow the run</source>
        <translation>최신 스텝을 보고 실행 따라가기</translation>
    </message>
    <message>
        <source>To what happened before</source>
        <translation>앞선 사건으로</translation>
    </message>
    <message>
        <source>To what happened next</source>
        <translation>다음 사건으로</translation>
    </message>
    <message>
        <source>Play the record, or pause it: nothing is trained</source>
        <translation>기록 재생 또는 일시 정지: 학습은 하지 않음</translation>
    </message>
    <message>
        <source>Play the record at half the speed</source>
        <translation>기록을 절반 빠르기로 재생</translation>
    </message>
    <message>
        <source>Play the record at twice the speed</source>
        <translation>기록을 두 배 빠르기로 재생</translation>
    </message>
    <message>
        <source>Go on training from the selected step</source>
        <translation>고른 스텝에서 학습 이어 가기</translation>
    </message>
</context>
</TS>
