// What stands in an exported script comes from files and from people: none of it may become code.
#include <QRegularExpression>
#include <QTest>

#include "core/scenario/fields.h"
#include "core/text/utf8.h"
#include "core/train/pytorch_export.h"
#include "tests/scenario/with.h"

using namespace ampscope;
using testing::with;
using namespace ampscope::train;

class TestExportText : public QObject {
    Q_OBJECT

    // Python's lines, by every end of line that some Python or editor knows.
    static qsizetype lines_of(const std::string& script) {
        static const QRegularExpression ends(
            QStringLiteral("\\r\\n|[\\n\\r\\x0b\\x0c\\x1c-\\x1e\\x85\\x{2028}\\x{2029}]"));
        return QString::fromStdString(script).count(ends);
    }

  private Q_SLOTS:
    void nothing_that_is_typed_becomes_code() {
        scenario::Scenario plain;
        plain.name = "plain";
        const std::string expected = pytorch_export(plain).front().content;
        for (const char* ending : {"\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\u0085", "\u2028", "\u2029", "{{why}}",
                                   "{{checkpoint}}", "\\", "\"\"\"", "\xff"}) {
            scenario::Scenario scenario;
            scenario.name = std::string("a") + ending + "import os";
            const std::string script = pytorch_export(scenario).front().content;
            QCOMPARE(lines_of(script), lines_of(expected));
            QVERIFY(script.find("\nimport os") == std::string::npos);
            QVERIFY(!text::first_invalid_utf8(script));
        }
        scenario::Scenario ops = with({{"precision", "fp16"}});
        ops.autocast.fp32_ops = {"mm"};
        const auto two = lines_of(pytorch_export(ops).front().content);
        ops.autocast.fp32_ops = {"mm\"]\nimport os\n[\""};
        QCOMPARE(lines_of(pytorch_export(ops).front().content), two);
    }

    // Nothing of a script for the GPU stays on the CPU but the weights' first values and the data; a script for the CPU
    // says nothing of a GPU.
    void a_gpu_is_named_everywhere_or_nowhere() {
        const std::initializer_list<std::pair<const char*, const char*>> changes = {{"precision", "fp16"},
                                                                                    {"autocast.fp32_ops", "gelu"},
                                                                                    {"autocast.island", "ffn"},
                                                                                    {"checkpointing.kind", "block"},
                                                                                    {"model.dropout", "0.1"}};
        scenario::Scenario scenario = with(changes);
        const std::string cpu = pytorch_export(scenario).front().content;
        QVERIFY(cpu.find("cuda\"") == std::string::npos && cpu.find("synchronize") == std::string::npos);
        scenario.device = scenario::Device::Cuda;
        const std::string gpu = pytorch_export(scenario).front().content;
        QVERIFY(gpu.find("\"cpu\"") == std::string::npos && gpu.find("AutocastCPU") == std::string::npos);
        QVERIFY(gpu.find("via_fp32") == std::string::npos); // a GPU's own products
        for (const char* line : {"model = model.to(\"cuda\")", "GradScaler(\"cuda\", init_scale=",
                                 "with autocast(\"cuda\"", "torch.Generator(\"cuda\")", "torch.cuda.synchronize()",
                                 "\"AutocastCUDA\"", "(x.to(\"cuda\"), y.to(\"cuda\"))"})
            QVERIFY2(gpu.find(line) != std::string::npos, line);
    }

    void live_changes_of_a_hostile_record_are_refused() {
        const auto refused = [](const char* field, const char* to) {
            record::RunRecord record(with({}), {});
            record.fact({0, "setting_changed", {{"field", std::string(field)}, {"to", std::string(to)}}});
            try {
                pytorch_export(record);
            } catch (const text::Error& error) {
                return error.kind() == text::ErrorKind::BadInput;
            }
            return false;
        };
        QVERIFY(!refused("optimizer.lr", "0.001"));
        QVERIFY(refused("optimizer.lr", "0.001)]}\nimport os\n#"));
        QVERIFY(refused("clip.when", "never\"\nimport os"));
        QVERIFY(refused("no.such.field", "1"));
        QVERIFY(refused("name", "x")); // not live
    }
};

QTEST_GUILESS_MAIN(TestExportText)
#include "test_export_text.moc"
