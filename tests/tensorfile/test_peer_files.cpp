// Our readers beside numpy and safetensors of Python, on thousands of good and damaged files: the same are taken and
// refused, but for the rules below, in which we are stricter; and what both take is the same, bit for bit.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <bit>
#include <cmath>
#include <map>

#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;

class TestPeerFiles : public QObject {
    Q_OBJECT

    // What they take and we refuse, by message, and why. One that nothing needs fails the test.
    static const std::map<std::string, const char*>& stricterRules() {
        static const std::map<std::string, const char*> rules = {
            {"tensorfile.payload_long", "numpy passes over bytes behind the array: nobody learns of what is lost"},
            {"tensorfile.refused_type", "no real numbers: strings, dates, records, complex numbers, long doubles"},
            {"tensorfile.npy_raw", "raw bytes: we ask which format they are"},
            {"tensorfile.npy_unknown_type", "only the spellings that numpy writes, not 'float32' or 'e'"},
            {"tensorfile.npy_descr", "no shapes and lists of fields inside a type, and none at all (numpy: float64)"},
            {"tensorfile.npy_repeated_key", "Python takes the last of two: what another reader sees may differ"},
            {"tensorfile.npy_escape", "numpy writes no backslashes: nothing is unescaped"},
            {"tensorfile.npy_not_whole", "whole numbers in decimal digits only: no 0x3, no 1_0"},
            {"tensorfile.npy_not_a_literal", "no b'…', no comments: a tenth of Python is grammar enough"},
            {"tensorfile.npy_expected", "no sums of literals, no texts side by side, no comments"},
            {"tensorfile.npy_no_dictionary", "the dictionary stands by itself, not in brackets"},
            {"tensorfile.npy_after_dictionary", "no comments"},
            {"json.repeated_name", "safetensors takes the last of two members that it does not know"},
            {"json.wrong_kind", "safetensors takes a list for a tensor's object"},
            {"json.too_deep", "members that are passed over may be nested, too: 64 levels, not 128"},
            {"tensorfile.many_dimensions", "safetensors has no limit; numpy and PyTorch could not hold it"},
        };
        return rules;
    }

    static const text::Message& innermost(const text::Message& message) {
        for (const auto& argument : message.arguments)
            if (const auto* inner = std::get_if<text::Message>(&argument.value); inner && argument.name == "problem")
                return innermost(*inner);
        return message;
    }

    // What differs; "" for nothing.
    static QString difference(const tensorfile::TensorFile& file, std::size_t i, const QJsonObject& theirs) {
        const auto& info = file.tensors()[i];
        if (QByteArray::fromStdString(info.name) != theirs["name"].toString().toUtf8()) return "another name";
        const QJsonArray shape = theirs["shape"].toArray();
        if (static_cast<std::size_t>(shape.size()) != info.shape.size()) return "another number of dimensions";
        for (std::size_t d = 0; d < info.shape.size(); ++d)
            if (shape[static_cast<qsizetype>(d)].toDouble() != static_cast<double>(info.shape[d]))
                return "another shape";
        if (theirs["values"].isNull()) return {};
        const QJsonArray values = theirs["values"].toArray();
        const auto ours = file.read_all(i);
        if (static_cast<std::size_t>(values.size()) != ours.size()) return "another number of elements";
        for (std::uint64_t place = 0; place < ours.size(); ++place) {
            const auto flat = static_cast<std::size_t>(tensorfile::flat_index_of(info, place));
            const QString value = values[static_cast<qsizetype>(flat)].toString();
            const auto bits = QString::number(std::bit_cast<quint64>(ours[flat]), 16).rightJustified(16, '0');
            const bool is_float = tensorfile::is_float(info.dtype);
            // Whole numbers as text: those beyond 2^53 are no double.
            const bool same = is_float ? (value == "nan" ? std::isnan(ours[flat]) : value == bits)
                                       : value == QString::fromStdString(file.element_text(i, place));
            if (!same)
                return QString("element %1 is %2, theirs is %3")
                    .arg(flat)
                    .arg(is_float ? bits : QString::fromStdString(file.element_text(i, place)), value);
        }
        return {};
    }

    static QString difference(const tensorfile::TensorFile& file, const QJsonArray& theirs) {
        std::map<std::string, std::size_t> order; // theirs are sorted by name
        for (std::size_t i = 0; i < file.tensors().size(); ++i)
            order.emplace(file.tensors()[i].name, i);
        if (order.size() != static_cast<std::size_t>(theirs.size())) return "another number of tensors";
        qsizetype next = 0;
        for (const auto& [_, i] : order)
            if (const QString found = difference(file, i, theirs[next++].toObject()); !found.isEmpty()) return found;
        return {};
    }

  private Q_SLOTS:
    void the_same_files_are_taken() {
        const QString python = QStringLiteral(AMPSCOPE_SOURCE_DIR "/.venv-peer/bin/python");
        if (!QFile::exists(python)) QSKIP("no Python peer here: scripts/setup --peer brings it");
        QTemporaryDir folder(temporaryPlace());
        QProcess process;
        process.start(python, {QStringLiteral(AMPSCOPE_SOURCE_DIR "/tests/peer/tensor_files.py"), folder.path()});
        QVERIFY(process.waitForFinished(100'000));
        const QByteArray output = process.readAllStandardOutput(), complaints = process.readAllStandardError();
        if (complaints.contains("ModuleNotFoundError")) QSKIP("the Python peer lacks numpy or safetensors");
        const QJsonArray files = QJsonDocument::fromJson(output).array();
        QVERIFY2(files.size() > 10'000, complaints.constData());
        QStringList wrong;
        std::map<QString, std::array<int, 3>> kinds; // taken, refused by both, refused by us alone
        std::map<std::string, int> used;
        for (const auto& each : files) {
            const QJsonObject theirs = each.toObject();
            const QString name = theirs["file"].toString(), kind = theirs["kind"].toString();
            const bool they_take = theirs["ok"].toBool();
            try {
                const auto file = tensorfile::open_tensor_file(folder.filePath(name).toStdString());
                ++kinds[kind][0];
                if (!they_take)
                    wrong << name + ": only we take it; " + theirs["error"].toString();
                else if (const QString found = difference(*file, theirs["tensors"].toArray()); !found.isEmpty())
                    wrong << name + ": " + found;
            } catch (const text::Error& error) {
                ++kinds[kind][they_take ? 2 : 1];
                if (!they_take) continue;
                const std::string& rule = innermost(error.message()).id;
                ++used[rule];
                if (!stricterRules().contains(rule))
                    wrong << name + ": only they take it; " +
                                 QString::fromStdString(error.text(text::Language::English));
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1 wrong\n").arg(wrong.size()) + wrong.mid(0, 30).join('\n')));
        QStringList unused;
        for (const auto& [rule, why] : stricterRules())
            if (used[rule] == 0) unused << QString::fromStdString(rule) + ": " + why;
        QVERIFY2(unused.isEmpty(), qPrintable("no file needs these rules: " + unused.join(", ")));
        for (const auto& [kind, counts] : kinds)
            qInfo("%-8s taken %4d, refused by both %4d, by a stricter rule of ours %3d", qPrintable(kind), counts[0],
                  counts[1], counts[2]);
        QVERIFY(kinds["good"][0] > 1000 && kinds["bit"][0] > 100 && kinds["header"][0] > 100 && kinds["json"][0] > 50);
    }
};

QTEST_GUILESS_MAIN(TestPeerFiles)
#include "test_peer_files.moc"
