<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en">
<context>
    <name>Figures</name>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>loss scale from %1, growth interval %2</source>
        <translation>손실 스케일 %1에서 시작, 증가 간격 %2</translation>
    </message>
    <message>
        <source>lr %1, seed %2</source>
        <translation>학습률 %1, 시드 %2</translation>
    </message>
    <message>
        <source>loss × %1</source>
        <translation>손실 × %1</translation>
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
        <translation>정규</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>넘침</translation>
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
        <source>drag ▼: another scale</source>
        <translation>▼ 끌기: 다른 스케일</translation>
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
    <name>ampscope::ui::CodeView</name>
    <message>
        <source>PyTorch code of this step</source>
        <translation>이 스텝의 PyTorch 코드</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>코드 복사</translation>
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
        <source>epochs</source>
        <translation>에포크</translation>
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
        <source>Copy numbers</source>
        <translation>수 복사</translation>
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
</context>
<context>
    <name>ampscope::ui::LessonPage</name>
    <message>
        <source>Chapter %1</source>
        <translation>%1장</translation>
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
        <source>&lt;b&gt;Welcome.&lt;/b&gt; Below, a small GPT is training in fp16 on this machine, right now.</source>
        <translation>&lt;b&gt;ampscope&lt;/b&gt; 아래에서 작은 GPT가 지금 이 기기에서 fp16으로 학습 중</translation>
    </message>
    <message>
        <source>Start with a lesson</source>
        <translation>단원부터 시작</translation>
    </message>
    <message>
        <source>Explore on my own</source>
        <translation>혼자 둘러보기</translation>
    </message>
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
        <source>About ampscope</source>
        <translation>ampscope 정보</translation>
    </message>
    <message>
        <source>&lt;b&gt;ampscope %1&lt;/b&gt;&lt;br&gt;An oscilloscope for automatic mixed precision. GPL-3.0-or-later.&lt;br&gt;&lt;br&gt;Qt %2, QCustomPlot, LibTorch, Boost.Multiprecision, nlohmann-json, CLI11, fmt.&lt;br&gt;&lt;br&gt;F9 run or pause · F10 one step · Ctrl+R from the start, same seed · Ctrl+Shift+R new seed · Ctrl+L language · Ctrl+T theme · Page Up and Page Down: lesson steps</source>
        <translation>&lt;b&gt;ampscope %1&lt;/b&gt;&lt;br&gt;자동 혼합 정밀도를 들여다보는 오실로스코프. GPL-3.0-or-later.&lt;br&gt;&lt;br&gt;Qt %2, QCustomPlot, LibTorch, Boost.Multiprecision, nlohmann-json, CLI11, fmt.&lt;br&gt;&lt;br&gt;F9 실행·일시정지 · F10 한 스텝 · Ctrl+R 같은 시드로 처음부터 · Ctrl+Shift+R 새 시드 · Ctrl+L 언어 · Ctrl+T 테마 · Page Up, Page Down 단원의 단계</translation>
    </message>
    <message>
        <source>autocast rules: %1</source>
        <translation>자동 형변환 규칙: %1</translation>
    </message>
    <message>
        <source>computed exactly</source>
        <translation>정확히 계산</translation>
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
    <name>ampscope::ui::NumberInstrument</name>
    <message>
        <source>Saved: %1</source>
        <translation>저장: %1</translation>
    </message>
    <message>
        <source>Export as %1 …</source>
        <translation>%1로 내보내기 …</translation>
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
        <source>Show the drawing</source>
        <translation>그림으로 보기</translation>
    </message>
    <message>
        <source>Show the numbers as a table</source>
        <translation>같은 수를 표로 보기</translation>
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
        <source>Export as %1 …</source>
        <translation>%1로 내보내기 …</translation>
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
        <source>Saved: %1</source>
        <translation>저장: %1</translation>
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
        <source>preset</source>
        <translation>준비된 설정</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>스케일</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>실험실</translation>
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
</context>
<context>
    <name>ampscope::ui::TopBar</name>
    <message>
        <source>Step</source>
        <translation>한 스텝</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>초기화</translation>
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
        <source>About, keys, licences (F1)</source>
        <translation>정보, 단축키, 라이선스 (F1)</translation>
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
        <source>Example: numbers made by a formula (seed %1), shaped like gradients of a small network; not measured.</source>
        <translation>예: 작은 신경망의 기울기를 닮게 식으로 만든 수(시드 %1). 측정한 값이 아님.</translation>
    </message>
    <message>
        <source>%1: %2 tensors, %3 elements</source>
        <translation>%1: 텐서 %2개, 원소 %3개</translation>
    </message>
    <message>
        <source>Stopped. Choose the tensor again to read it.</source>
        <translation>멈춤. 텐서를 다시 고르면 읽음.</translation>
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
        <source>relative error</source>
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
    <message>
        <source>Undo</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 하기</translation>
    </message>
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
        <source>Everything as it was at the start</source>
        <translation>처음 상태로</translation>
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
</TS>
