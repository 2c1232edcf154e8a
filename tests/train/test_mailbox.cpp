#include "core/train/mailbox.h"

#include <QTest>
#include <cmath>
#include <thread>

using namespace ampscope;
using namespace ampscope::train;
using record::Column;

class TestMailbox : public QObject {
    Q_OBJECT

    static record::Sample row(int step, double loss, bool ran = true) {
        record::Sample sample;
        sample[Column::Step] = step;
        sample[Column::Loss] = loss;
        sample[Column::Ran] = ran;
        return sample;
    }

  private Q_SLOTS:
    void hands_over_in_order() {
        Mailbox box;
        Mail mail;
        for (int i = 0; i < 10; ++i)
            box.sample(row(i, i));
        box.fact({3, "step_skipped", {}});
        box.take(mail);
        QCOMPARE(mail.samples.size(), std::size_t(10));
        QCOMPARE(mail.samples[9].step(), std::int64_t(9));
        QCOMPARE(mail.facts.size(), std::size_t(1));
        QCOMPARE(mail.thinned, std::size_t(0));
        box.take(mail);
        QVERIFY(mail.empty());
    }

    void stays_bounded_and_keeps_what_matters() {
        Mailbox box;
        for (int i = 0; i < 1'000'000; ++i) {
            double loss = std::sin(i * 0.01);
            if (i == 500'000) loss = NAN;
            box.sample(row(i, loss, i != 700'001));
            if (i % 10'000 == 0) box.fact({i, "scale_changed", {}});
            if (i % 1'000 == 0) box.detail({i, record::GradientHistogram{}});
        }
        Mail mail;
        box.take(mail);
        QVERIFY(mail.samples.size() <= Mailbox::kMaxSamples);
        QCOMPARE(mail.samples.size() + mail.thinned, std::size_t(1'000'000));
        QCOMPARE(mail.facts.size(), std::size_t(100)); // none dropped
        QCOMPARE(mail.details.size(), Mailbox::kMaxDetails);
        QCOMPARE(mail.details.back().step, std::int64_t(999'000)); // the newest
        QCOMPARE(mail.samples.front().step() < mail.samples.back().step(), true);
        const auto has = [&](auto&& test) { return std::ranges::any_of(mail.samples, test); };
        QVERIFY(has([](const auto& s) { return std::isnan(s[Column::Loss]); }));
        QVERIFY(has([](const auto& s) { return !s.ran(); }));
        QVERIFY(has([](const auto& s) { return s[Column::Loss] > 0.999; }));
        QVERIFY(has([](const auto& s) { return s[Column::Loss] < -0.999; }));
    }

    void all_special_rows_stay_bounded_too() {
        Mailbox box;
        for (int i = 0; i < 100'000; ++i)
            box.sample(row(i, NAN, false));
        Mail mail;
        box.take(mail);
        QVERIFY(mail.samples.size() <= Mailbox::kMaxSamples && mail.samples.size() > 100);
    }

    void two_threads() {
        Mailbox box;
        std::jthread writer([&] {
            for (int i = 0; i < 20'000; ++i)
                box.sample(row(i, i));
        });
        std::size_t seen = 0;
        std::int64_t last = -1;
        Mail mail;
        while (seen < 20'000) {
            box.take(mail);
            seen += mail.samples.size() + mail.thinned;
            for (const auto& sample : mail.samples) {
                QVERIFY(sample.step() > last);
                last = sample.step();
            }
        }
        QCOMPARE(last, std::int64_t(19'999));
    }
};

QTEST_GUILESS_MAIN(TestMailbox)
#include "test_mailbox.moc"
