// A python3 that makes no environment and asks no index, but leaves behind what the real one would: for tests of the
// set-up of LibTorch. What it does is said by $FAKE_PYTHON.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "core/version.h"

namespace ampscope {

class FakePython {
  public:
    FakePython() : m_path(qgetenv("PATH")), m_data(qgetenv("AMPSCOPE_DATA")) {
        const QString script = m_home.filePath("python3");
        QFile::copy(AMPSCOPE_SOURCE_DIR "/tests/train/fake_python.sh", script);
        QFile::setPermissions(script, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("FAKE_VERSION", kSetUpTorch);
        qputenv("PATH", m_home.path().toUtf8() + ":" + m_path);
        qputenv("AMPSCOPE_DATA", m_home.filePath("data").toUtf8());
        qputenv("FAKE_LOG", m_home.filePath("calls").toUtf8());
        does("everything");
    }
    ~FakePython() {
        qputenv("PATH", m_path);
        qputenv("AMPSCOPE_DATA", m_data);
        qunsetenv("FAKE_PYTHON");
    }
    FakePython(const FakePython&) = delete;
    FakePython& operator=(const FakePython&) = delete;

    /// "everything", "no-venv", "no-network", "proxy", "certificate", "full", "strange", "slow", "nothing".
    void does(const char* what) { qputenv("FAKE_PYTHON", what); }
    QString folder() const { return m_home.filePath("data/libtorch"); }
    QString home() const { return m_home.path(); }
    /// The words it was called with, one call a line.
    QStringList calls() const {
        QFile file(m_home.filePath("calls"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                              : QStringList();
    }

  private:
    QTemporaryDir m_home;
    QByteArray m_path, m_data;
};

} // namespace ampscope
