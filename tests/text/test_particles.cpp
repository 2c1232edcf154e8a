#include "core/text/particles.h"

#include <QTest>

using namespace ampscope::text;

class TestParticles : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void picks_the_form_that_fits_the_sound_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("pair");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* word, const char* pair, const char* expected) {
            QTest::addRow("%s+%s", word, pair) << QString(word) << QString(pair) << QString(expected);
        };
        row("스케일", "을/를", "을");
        row("손실", "이/가", "이");
        row("기울기", "을/를", "를");
        row("0", "을/를", "을");   // 영
        row("2", "을/를", "를");   // 이
        row("64", "이/가", "가");  // 육십사
        row("10", "은/는", "은");  // 십
        row("100", "은/는", "은"); // 백
        row("65504", "을/를", "를");
        row("448", "(으)로", "로"); // 팔: ㄹ takes 로
        row("6", "(으)로", "으로"); // 육
        row("7", "(으)로", "로");   // 칠
        row("2¹⁹", "이/가", "가");  // 구
        row("2⁻²⁴", "이/가", "가");
        row("bf16", "은/는", "은");
        row("fp32", "은/는", "는");
        row("fp8 E4M3", "을/를", "을");
        row("inf", "이/가", "가");
        row("NaN", "이/가", "이");
        row("GradScaler", "은/는", "는");
        row("loss scale", "을/를", "을");
        row("1.2 %", "를/을", "을"); // a pair is taken as written
        row("42%", "을/를", "를");
        row("(3번)", "이/가", "이"); // brackets are passed over
        row("`x.json`", "을/를", "을");
        row("", "을/를", "를");
        row("\"name\"", "을/를", "을"); // 네임
        row("cosine", "이/가", "이");   // 코사인
        row("clip.max_norm", "은/는", "은");
        row("scaler.min_scale", "(으)로", "로"); // 스케일
        row("scaler.min_scale", "은/는", "은");
        row("checkpointing", "이/가", "이");
        row("static", "이/가", "이");
        row("device", "을/를", "를");
        row("length.steps", "을/를", "를"); // 스텝스
        row("data.file", "은/는", "은");
    }
    void picks_the_form_that_fits_the_sound() {
        QFETCH(QString, word);
        QFETCH(QString, pair);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(particle(word.toStdString(), pair.toStdString())), expected);
    }
};

QTEST_GUILESS_MAIN(TestParticles)
#include "test_particles.moc"
