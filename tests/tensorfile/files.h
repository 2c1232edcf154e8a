// Makes files for the tests of tensor readers.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/tensorfile/tensor_file.h"

namespace ampscope::testing {

inline QByteArray little(quint64 value, int bytes) {
    QByteArray all;
    for (int i = 0; i < bytes; ++i)
        all += static_cast<char>(value >> (8 * i) & 0xff);
    return all;
}

/// A .npy with that header text and payload.
inline QByteArray npy(const QByteArray& header, const QByteArray& payload, int major = 1) {
    QByteArray all("\x93NUMPY", 6);
    all += static_cast<char>(major);
    all += '\0';
    all += little(static_cast<quint64>(header.size()), major == 1 ? 2 : 4);
    return all + header + payload;
}

inline QByteArray npyHeader(const QByteArray& descr, const QByteArray& shape, const QByteArray& fortran = "False") {
    return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

/// A .safetensors with that JSON and data.
inline QByteArray safetensors(const QByteArray& json, const QByteArray& data = {}) {
    return little(static_cast<quint64>(json.size()), 8) + json + data;
}

/// A .safetensors with so many tensors of one byte: layers.0.weight, layers.1.weight …
inline QByteArray manyTensors(int count) {
    QByteArray json = "{";
    for (int i = 0; i < count; ++i) {
        const QByteArray n = QByteArray::number(i);
        json += (i ? ",\"layers." : "\"layers.") + n + ".weight\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[" +
                n + "," + QByteArray::number(i + 1) + "]}";
    }
    return safetensors(json + "}", QByteArray(count, 'x'));
}

template <typename T>
QByteArray bytes(std::initializer_list<T> values) {
    QByteArray all;
    for (const T value : values)
        all.append(reinterpret_cast<const char*>(&value), sizeof value);
    return all;
}

/// The bad files of the tests are where the fuzzers begin: fails where this row is no seed of `reader`. After a new
/// row: AMPSCOPE_WRITE_SEEDS=1 writes them.
inline void verifySeed(const QString& reader, const QByteArray& content) {
    constexpr qsizetype kLargest = 2000;
    if (content.size() > kLargest) return;
    QString name = QString::fromUtf8(QTest::currentDataTag());
    name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9]+")), QStringLiteral("-"));
    QFile file(QStringLiteral(AMPSCOPE_SOURCE_DIR "/tests/fuzz/seeds/") + reader + "/row-" + name);
    if (qEnvironmentVariableIsSet("AMPSCOPE_WRITE_SEEDS")) {
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly) && file.readAll() == content,
             qPrintable("no seed yet: " + file.fileName()));
}

/// Thousands of small files: in memory, where the system has a place for them there.
inline QString temporaryPlace() {
    return QDir(QStringLiteral("/dev/shm")).exists() ? QStringLiteral("/dev/shm/ampscope-test-XXXXXX")
                                                     : QDir::tempPath() + QStringLiteral("/ampscope-test-XXXXXX");
}

/// A folder for one test class.
class Folder {
  public:
    std::string write(const QString& name, const QByteArray& content) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test file");
        return file.fileName().toStdString();
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

  private:
    QTemporaryDir m_folder{temporaryPlace()};
};

/// What the reader says about it, in English, without the folder; "" when it takes the file.
inline QString refusal(const std::string& path, const tensorfile::OpenOptions& options = {}) {
    try {
        (void)tensorfile::open_tensor_file(path, options);
        return {};
    } catch (const text::Error& error) {
        QString said = QString::fromStdString(error.text(text::Language::English));
        const QString korean = QString::fromStdString(error.text(text::Language::Korean));
        if (error.kind() != text::ErrorKind::BadInput || korean == said) return "not a bad input: " + said;
        const QString folder = QString::fromStdString(path).section('/', 0, -2) + "/";
        return said.remove(folder);
    }
}

} // namespace ampscope::testing
