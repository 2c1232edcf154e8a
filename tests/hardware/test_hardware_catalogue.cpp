// The catalogue: every row is sane and has sources, and files that are not are refused with their place.
#include <QFile>
#include <QTest>
#include <set>

#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"
#include "core/hardware/support.h"

using namespace ampscope;
using namespace ampscope::hardware;

namespace {

std::string file(const char* name) {
    QFile f(QStringLiteral(AMPSCOPE_SOURCE_DIR "/resources/hardware/") + name);
    return f.open(QIODevice::ReadOnly) ? f.readAll().toStdString() : std::string();
}

constexpr const char* kSources = R"({"schema": 1, "sources": {"a": {"title": "A", "url": null, "seen_as": "read"}}})";

// A device that is right in everything; tests replace one thing.
QString device() {
    return R"({"id": "x1", "aliases": ["x"], "name": "X One", "vendor": "V", "kind": "gpu", "architecture": "Arch",
 "launch_year": {"value": 2020, "basis": "general_knowledge", "source": []},
 "capability": {"value": "7.5", "source": ["a"]},
 "memory_gb": {"value": [16, 8], "basis": "secondary", "source": ["a"]},
 "bandwidth_gb_s": {"value": 320, "basis": "vendor_text", "source": ["a"]},
 "tflops": {"fp32": {"value": 8.1, "basis": "vendor_quoted", "source": ["a"]}},
 "support": {"bf16_native": false, "fp8_formats": [], "fp4_native": false, "torch_says_bf16": true,
  "torch_says_bf16_native": false, "torch_says_tf32": false, "note": "", "source": ["a"]},
 "notes": []})";
}

// CUDA's compute capability as a number: 7.5.
double capability(const Device& device) {
    return QString::fromStdString(device.capability).toDouble();
}

Catalogue read(const QString& devices, const char* sources = kSources) {
    const QString text = "{\"schema\": 1, \"devices\": [\n" + devices + "\n]}";
    return read_catalogue(io::parse_json(text.toStdString(), "devices.json"), io::parse_json(sources, "sources.json"));
}

} // namespace

class TestHardwareCatalogue : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void the_program_carries_its_files() {
        const Catalogue from_files = read_catalogue(io::parse_json(file("devices.json"), "devices.json"),
                                                    io::parse_json(file("sources.json"), "sources.json"));
        QCOMPARE(catalogue().devices.size(), from_files.devices.size());
        QCOMPARE(catalogue().sources.size(), from_files.sources.size());
        QVERIFY(catalogue().devices.size() >= 28);
        for (std::size_t i = 0; i < from_files.devices.size(); ++i)
            QCOMPARE(catalogue().devices[i].id, from_files.devices[i].id);
    }

    void every_row_is_sane() {
        for (const Device& d : catalogue().devices) {
            QVERIFY2(!d.name.empty() && !d.architecture.empty() && !d.vendor.empty(), d.id.c_str());
            QVERIFY2(!d.support.sources.empty(), d.id.c_str());
            QVERIFY2(d.launch_year.value && *d.launch_year.value >= 2013 && *d.launch_year.value <= 2026, d.id.c_str());
            if (!d.is_cpu()) {
                QVERIFY2(!d.memory_gb.empty() && d.memory_gb.front() >= 8 && d.memory_gb.back() <= 300, d.id.c_str());
                QVERIFY2(!d.memory.sources.empty(), d.id.c_str());
                QVERIFY2(d.bandwidth.value && *d.bandwidth.value >= 60 && *d.bandwidth.value <= 10'000, d.id.c_str());
                QVERIFY2(!d.bandwidth.sources.empty(), d.id.c_str());
            } else {
                QVERIFY2(!d.flop_per_cycle.empty(), d.id.c_str());
            }
            for (const auto& [rate, figure] : d.rates) {
                const std::string where = d.id + " " + std::string(rate_id(rate));
                if (!figure.value) continue;
                QVERIFY2(*figure.value >= 1 && *figure.value <= 10'000, where.c_str());
                QVERIFY2(!figure.sources.empty() || figure.basis == Basis::Derived, where.c_str());
            }
            for (const auto& note : d.notes)
                QVERIFY2(!note.english.empty() && !note.korean.empty(), d.id.c_str());
        }
    }

    // Dense figures: a step from 32 to 16 to 8 bits about doubles the rate of matrix units, and no more than that.
    void no_sparse_figure_slipped_in() {
        for (const Device& d : catalogue().devices) {
            const auto value = [&](Rate rate) {
                const Figure* figure = d.rate(rate);
                return figure && figure->value ? *figure->value : 0;
            };
            if (value(Rate::Bf16) > 0 && value(Rate::Fp16) > 0)
                QVERIFY2(value(Rate::Bf16) == value(Rate::Fp16), d.id.c_str());
            if (value(Rate::Fp8) > 0 && value(Rate::Bf16) > 0) {
                const double ratio = value(Rate::Fp8) / value(Rate::Bf16);
                QVERIFY2(ratio > 1.9 && ratio < 2.1, d.id.c_str());
            }
            if (value(Rate::Tf32) > 0 && value(Rate::Bf16) > 0) {
                const double ratio = value(Rate::Bf16) / value(Rate::Tf32);
                QVERIFY2(ratio > 1.9 && ratio < 2.1, d.id.c_str());
            }
        }
    }

    void every_source_is_there_and_used() {
        std::set<std::string> used = {"nanogpt"}; // of the step time's footnote
        const auto take = [&](const std::vector<std::string>& ids) {
            for (const auto& id : ids) {
                QVERIFY2(catalogue().source(id), id.c_str());
                used.insert(id);
            }
        };
        for (const Device& d : catalogue().devices) {
            for (const Figure* figure : {&d.launch_year, &d.memory, &d.bandwidth})
                take(figure->sources);
            for (const auto& [rate, figure] : d.rates)
                take(figure.sources);
            for (const auto& [format, figure] : d.flop_per_cycle)
                take(figure.sources);
            take(d.capability_sources);
            take(d.support.sources);
            if (d.support.emulated_bf16) take(d.support.emulated_bf16->sources);
        }
        for (const Source& source : catalogue().sources) {
            QVERIFY2(used.contains(source.id), source.id.c_str());
            QVERIFY2(!source.title.empty() && !source.seen_as.empty(), source.id.c_str());
            QVERIFY2(source.url.empty() || source.url.starts_with("https://"), source.id.c_str());
        }
    }

    // shared facts, read again by eye: chapter B's 65 and 8 TFLOPS, and the corrected RTX 4090 row.
    void figures_that_lessons_quote() {
        QCOMPARE(*catalogue().at("t4").rate(Rate::Fp16)->value, 65.0);
        QCOMPARE(*catalogue().at("t4").rate(Rate::Fp32)->value, 8.1);
        QCOMPARE(*catalogue().at("a100-sxm-40").rate(Rate::Bf16)->value, 312.0);
        QCOMPARE(*catalogue().at("rtx4090").rate(Rate::Fp8)->value, 330.3);
        QCOMPARE(*catalogue().at("h100-sxm").rate(Rate::Bf16)->value, 989.4);
    }

    void names_as_people_write_them_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("t4") << "t4";
        QTest::newRow("T4") << "t4";
        QTest::newRow("NVIDIA T4") << "t4";
        QTest::newRow("Tesla T4") << "t4";
        QTest::newRow("Colab T4") << "t4";
        QTest::newRow("RTX 4090") << "rtx4090";
        QTest::newRow("GeForce RTX 4090") << "rtx4090";
        QTest::newRow("4090") << "rtx4090";
        QTest::newRow("A100") << "a100-sxm-40";
        QTest::newRow("a100_sxm_80") << "a100-sxm-80";
        QTest::newRow("M2") << "apple-m2";
        QTest::newRow("Apple M2") << "apple-m2";
        QTest::newRow("H100") << "h100-sxm";
        QTest::newRow("V100") << "v100-sxm2";
    }
    void names_as_people_write_them() {
        QFETCH(QString, id);
        const Device* found = catalogue().find(QTest::currentDataTag());
        QVERIFY(found);
        QCOMPARE(found->id, id.toStdString());
    }

    void unknown_names_get_the_nearest() {
        const auto said = [](const char* name) {
            try {
                (void)catalogue().at(name);
            } catch (const text::Error& error) {
                return error.text(text::Language::English);
            }
            return std::string();
        };
        QVERIFY(said("rtx4091").find("rtx4090") != std::string::npos);
        QVERIFY(said("a101").find("a100") != std::string::npos);
        QVERIFY(said("quantum").find("mi300x") != std::string::npos); // nothing near: all of them
        QVERIFY(!said("").empty());
        QCOMPARE(catalogue().find("--"), nullptr);
    }

    // --- support

    void bf16_is_accepted_but_emulated_below_8_0() {
        for (const Device& d : catalogue().devices) {
            if (d.capability.empty()) continue;
            const SupportRule rule = support_of(d, Format::Bf16);
            QVERIFY2((rule.support == Support::Native) == (capability(d) >= 8.0), d.id.c_str());
            QCOMPARE(d.support.torch_says_bf16, std::optional(true)); // counts emulation
            QCOMPARE(d.support.torch_says_bf16_native, std::optional(capability(d) >= 8.0));
        }
        for (const char* id : {"t4", "v100", "p100"}) {
            const SupportRule rule = support_of(catalogue().at(id), Format::Bf16);
            QCOMPARE(support_id(rule.support), std::string_view("emulated"));
            const std::string why = text::render(rule.reason, text::Language::English);
            QVERIFY2(why.find("including_emulation=False") != std::string::npos, why.c_str());
            QVERIFY(!rule.sources.empty());
        }
    }

    void fp8_from_8_9() {
        for (const Device& d : catalogue().devices) {
            if (d.capability.empty()) continue;
            QVERIFY2((support_of(d, Format::Fp8).support == Support::Native) == (capability(d) >= 8.9), d.id.c_str());
            QVERIFY2((support_of(d, Format::Tf32).support == Support::Native) == (capability(d) >= 8.0), d.id.c_str());
        }
        QVERIFY(support_of(catalogue().at("mi300x"), Format::Fp8).support == Support::Native);
        QVERIFY(support_of(catalogue().at("m2"), Format::Bf16).support == Support::Unknown);
        QVERIFY(support_of(catalogue().at("m1"), Format::Bf16).support == Support::Emulated);
        for (const Device& d : catalogue().devices)
            for (const Format format : kFormats) {
                const SupportRule rule = support_of(d, format);
                QVERIFY(!rule.sources.empty());
                // A rate stands only where the format is carried out.
                if (rule.support == Support::Refused) QVERIFY2(!rate_of(d, format), d.id.c_str());
            }
    }

    // V100S: fp32 13.55, bf16 9.85 TFLOPS, measured by others; the V100's fp32 peak is 15.7.
    void emulated_rates_are_ratios() {
        const auto rate = rate_of(catalogue().at("v100"), Format::Bf16);
        QVERIFY(rate);
        QCOMPARE(rate->tflops, 15.7 * 9.85 / 13.55);
        QVERIFY(rate->basis == Basis::Derived);
        QVERIFY(!rate_of(catalogue().at("t4"), Format::Bf16)); // nobody's figure was found
    }

    // --- this machine

    void this_machine() {
        const Machine machine = read_machine();
        QVERIFY(machine.cores >= 1);
#ifdef Q_OS_LINUX
        QVERIFY(machine.memory_bytes > 100'000'000);
#endif
        MeasuredRates rates;
        rates.products = {
            {"fp32", 256, 90}, {"fp32", 1024, 120}, {"bf16", 1024, 240}, {"fp16", 1024, 0}, {"fp64", 1024, 60}};
        rates.copy_gb_s = 12.5, rates.environment = "LibTorch";
        const Device d = machine_device({"CPU X", 8, 32'000'000'000, "avx512_bf16"}, rates, catalogue());
        QCOMPARE(d.id, std::string("this"));
        QCOMPARE(d.memory_gb, std::vector<double>{32});
        QCOMPARE(*d.rate(Rate::Fp32)->value, 0.12);
        QCOMPARE(*d.rate(Rate::Bf16)->value, 0.24);
        QVERIFY(!d.rate(Rate::Fp16)); // not above 0
        QCOMPARE(*d.bandwidth.value, 12.5);
        QVERIFY(d.rate(Rate::Fp32)->basis == Basis::Measured);
        QVERIFY(support_of(d, Format::Bf16).support == Support::Native);
        const Device avx2 = machine_device({"", 1, 0, "avx2"}, {}, catalogue());
        QVERIFY(support_of(avx2, Format::Bf16).support == Support::Emulated);
        QVERIFY(avx2.memory_gb.empty() && avx2.rates.empty() && !avx2.bandwidth.value);
        const Device unknown = machine_device({"", 1, 0, ""}, {}, catalogue());
        QVERIFY(support_of(unknown, Format::Bf16).support == Support::Unknown);
    }

    // --- files that are not right

    void the_sample_is_right() {
        const Catalogue c = read(device());
        QCOMPARE(c.devices.size(), std::size_t(1));
        QCOMPARE(c.devices[0].memory_gb, (std::vector<double>{8, 16}));
        QCOMPARE(*c.devices[0].memory.value, 8.0);
    }

    void bad_files_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* from, const char* to, const char* said) {
            QTest::newRow(name) << from << to << said;
        };
        row("unknown member", "\"vendor\"", "\"vender\"", "devices.json:2:");
        row("member of a figure", "\"value\": 320, ", "\"value\": 320, \"unit\": \"GB\", ", "'unit'");
        row("unknown rate", "\"tflops\": {\"fp32\"", "\"tflops\": {\"fp33\"", "'fp33'");
        row("negative", "\"value\": 320", "\"value\": -320", "-320");
        row("nan", "\"value\": 320", "\"value\": \"nan\"", "above 0");
        row("text", "\"value\": 320", "\"value\": \"fast\"", "devices.json:6:");
        row("no such source", "\"source\": [\"a\"]},\n \"tflops\"", "\"source\": [\"b\"]},\n \"tflops\"", "'b'");
        row("maker without source", "\"vendor_text\", \"source\": [\"a\"]", "\"vendor_text\", \"source\": []",
            "needs a source");
        row("unknown basis", "vendor_text", "guessed", "'guessed'");
        row("measured elsewhere", "vendor_text", "measured", "'measured'");
        row("value without figure", "\"value\": 320", "\"value\": null", "do not go together");
        row("figure without value", "vendor_text", "unsourced", "do not go together");
        row("memory 0", "[16, 8]", "[16, 0]", "devices.json:5:");
        row("no memory", "[16, 8]", "[]", "do not go together");
        row("kind", "\"gpu\"", "\"tpu\"", "'tpu'");
        row("missing", "\"notes\": []", "\"notes\": [{\"en\": \"only English\"}]", "\"ko\"");
        row("alias taken", "[\"x\"]", "[\"x-1\"]", "'x-1'");
        row("alias empty", "[\"x\"]", "[\"--\"]", "'--'");
        row("bf16 a text", "\"bf16_native\": false", "\"bf16_native\": \"no\"", "devices.json:8:");
    }
    void bad_files() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, said);
        QString text = device();
        QVERIFY(text.contains(from));
        try {
            (void)read(text.replace(from, to));
            QFAIL("was read");
        } catch (const text::Error& error) {
            const QString what = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(what.contains(said), qPrintable(what));
            QVERIFY2(what.startsWith("devices.json:"), qPrintable(what));
            QVERIFY(error.kind() == text::ErrorKind::BadInput);
        }
    }

    void other_bad_files() {
        const auto refused = [](const std::string& devices, const std::string& sources) {
            try {
                (void)read_catalogue(io::parse_json(devices, "devices.json"), io::parse_json(sources, "sources.json"));
            } catch (const text::Error&) {
                return true;
            }
            return false;
        };
        const std::string empty = R"({"schema": 1, "devices": []})";
        QVERIFY(!refused(empty, kSources));
        QVERIFY(refused(R"({"schema": 2, "devices": []})", kSources));
        QVERIFY(refused(R"({"devices": []})", kSources));
        QVERIFY(refused("[]", kSources));
        QVERIFY(refused(empty, "[]"));
        QVERIFY(refused(empty, R"({"schema": 1, "sources": {"a": "A"}})"));
        QVERIFY(refused(empty, R"({"schema": 1, "sources": {"a": {"title": "A"}}})"));
        const std::string twice =
            "{\"schema\": 1, \"devices\": [" + device().toStdString() + "," + device().toStdString() + "]}";
        QVERIFY(refused(twice, kSources));
    }
};

QTEST_GUILESS_MAIN(TestHardwareCatalogue)
#include "test_hardware_catalogue.moc"
