// Makes files for the tests of tensor readers.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>
#include <QtEndian>

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

template <typename T>
QByteArray bytes(std::initializer_list<T> values) {
    QByteArray all;
    for (const T value : values)
        all.append(reinterpret_cast<const char*>(&value), sizeof value);
    return all;
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
    QTemporaryDir m_folder;
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
