// Our readers beside numpy and safetensors of Python, on good and damaged files: the same are taken and refused, but
// for the rules below, in which we are stricter, and what is taken holds the same numbers.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <cmath>

#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;

class TestPeerFiles : public QObject {
    Q_OBJECT

    // What they take and we refuse, by message.
    static bool isStricter(const text::Message& message) {
        for (const auto& argument : message.arguments)
            if (const auto* inner = std::get_if<text::Message>(&argument.value); inner && argument.name == "problem")
                return isStricter(*inner);
        static const QSet<QString> rules = {
            "tensorfile.payload_long",      // numpy passes over bytes behind the array
            "tensorfile.npy_dimension",     // numpy takes negative dimensions and booleans
            "tensorfile.refused_type",      // no numbers: strings, dates, records, complex
            "tensorfile.npy_raw",           // raw bytes: we ask
            "tensorfile.npy_unknown_type",  // numpy knows more spellings, such as 'float32' and 'e'
            "tensorfile.npy_descr",         // and shapes inside a type
            "tensorfile.npy_repeated_key",  // Python takes the last of two
            "tensorfile.npy_escape",        // backslashes in texts
            "tensorfile.npy_not_whole",     // numbers with underscores and the like
            "tensorfile.npy_not_a_literal", // floats, bytes and comments that Python passes over
            "tensorfile.npy_expected",      // arithmetic of complex literals, texts that stand side by side
            "tensorfile.npy_expected_key",  // b'descr'
            "json.repeated_name",           // safetensors takes the last of two metadata
            "tensorfile.shape_overflow",    // numpy's product wraps around
        };
        return rules.contains(QString::fromStdString(message.id));
    }

  private Q_SLOTS:
    void the_same_files_are_taken() {
        const QString python = QStringLiteral(AMPSCOPE_SOURCE_DIR "/.venv-peer/bin/python");
        if (!QFile::exists(python)) QSKIP("no Python peer here: scripts/setup --peer brings it");
        QTemporaryDir folder;
        QProcess process;
        process.start(python, {QStringLiteral(AMPSCOPE_SOURCE_DIR "/tests/peer/tensor_files.py"), folder.path()});
        QVERIFY(process.waitForFinished(100'000));
        const QByteArray output = process.readAllStandardOutput(), complaints = process.readAllStandardError();
        if (complaints.contains("ModuleNotFoundError")) QSKIP("the Python peer lacks numpy or safetensors");
        const QJsonArray files = QJsonDocument::fromJson(output).array();
        QVERIFY2(files.size() > 1500, complaints.constData());
        QStringList wrong;
        int taken = 0, refused = 0, stricter = 0;
        for (const auto& each : files) {
            const QJsonObject theirs = each.toObject();
            const QString name = theirs["file"].toString();
            const bool they_take = theirs["ok"].toBool();
            try {
                const auto file = tensorfile::open_tensor_file(folder.filePath(name).toStdString());
                if (!they_take) {
                    wrong << name + ": only we take it; " + theirs["error"].toString();
                    continue;
                }
                ++taken;
                if (theirs["values"].isNull()) continue;
                std::vector<std::pair<std::string, std::size_t>> order;
                for (std::size_t i = 0; i < file->tensors().size(); ++i)
                    order.emplace_back(file->tensors()[i].name, i);
                std::sort(order.begin(), order.end());
                std::vector<double> ours;
                for (const auto& [_, i] : order)
                    for (const double value : file->read_all(i))
                        ours.push_back(value);
                const QJsonArray values = theirs["values"].toArray();
                bool same = static_cast<std::size_t>(values.size()) == ours.size();
                for (std::size_t i = 0; same && i < ours.size(); ++i) {
                    const double value = std::strtod(qPrintable(values[static_cast<qsizetype>(i)].toString()), nullptr);
                    // 64-bit integers beyond 2^53: ours are rounded to odd, theirs to nearest.
                    same = value == ours[i] || (std::isnan(value) && std::isnan(ours[i])) ||
                           (std::fabs(value) > 9e15 && std::fabs(value - ours[i]) <= std::fabs(value) * 3e-16);
                }
                if (!same) wrong << name + ": other numbers";
            } catch (const text::Error& error) {
                ++refused;
                if (!they_take) continue;
                ++stricter;
                if (!isStricter(error.message()))
                    wrong << name + ": only they take it; " +
                                 QString::fromStdString(error.text(text::Language::English));
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1 wrong\n").arg(wrong.size()) + wrong.mid(0, 20).join('\n')));
        QVERIFY(taken > 250 && refused > 500);
        qInfo("taken %d, refused %d, of these %d by a stricter rule of ours", taken, refused, stricter);
    }
};

QTEST_GUILESS_MAIN(TestPeerFiles)
#include "test_peer_files.moc"
