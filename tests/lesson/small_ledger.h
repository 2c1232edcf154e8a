// A small claims ledger in a temporary folder.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace ampscope::lesson {

inline constexpr const char* kLedgerJson = R"json({
  "schema": 1,
  "scenarios": {
    "plain": { "base": "nano", "set": { "length.steps": 3 } },
    "twin": { "base": "plain", "set": { "name": "another name" } },
    "other": { "base": "plain", "set": { "precision": "bf16" } }
  },
  "claims": [
    { "id": "exact", "chapter": "A", "lines": ["A5"], "lesson": "small",
      "cases": [ { "id": "limit", "value": "to(fp16, 65519)", "between": [65504, 65504] },
                 { "id": "above", "value": "to(fp16, 65520)", "between": [0, 65504] } ] },
    { "id": "measured", "chapter": "B", "lines": ["B1-B3", "B9"], "lesson": "small",
      "cases": [ { "id": "loss", "value": "difference(last(other, loss), last(plain, loss))", "between": [-1, 1] },
                 { "id": "bytes", "value": "last(twin, bytes_weights)", "between": [0, "inf"], "unit": "MB" } ] },
    { "id": "recorded", "chapter": "B", "lines": ["B4"], "source": "A paper, 2017" }
  ],
  "contradictions": [ { "id": "apart", "claims": ["exact", "measured"] } ]
}
)json";

inline constexpr const char* kLedgerEnglish = R"md(# Claims

## {#exact} 65,504 is the <limit>
Rounded exactly.

By the format's definition.
- [limit] just below
- [above] just above

## {#measured} bf16 is as good
Loss and bytes.
- [loss] difference of the loss
- [bytes] weights

## {#recorded} They saw 5 %
Not here.

## {#apart} Limits
One says this, the other that.
)md";

inline constexpr const char* kLedgerKorean = R"md(# 주장

## {#exact} 65,504가 <한계>
정확한 반올림.
- [limit] 바로 아래
- [above] 바로 위

## {#measured} bf16도 좋다
손실과 바이트.
- [loss] 손실의 차
- [bytes] 가중치

## {#recorded} 5 %를 보았다
여기서는 못 한다.

## {#apart} 한계
서로 다른 말.
)md";

class LedgerFolder {
  public:
    LedgerFolder() {
        write("claims.json", kLedgerJson);
        write("claims.en.md", kLedgerEnglish);
        write("claims.ko.md", kLedgerKorean);
    }
    std::string path(const QString& name = {}) const {
        return (name.isEmpty() ? m_folder.path() : m_folder.filePath(name)).toStdString();
    }
    void write(const QString& name, const QByteArray& content) const {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly)) file.write(content);
    }
    /// The same file with one text replaced by another.
    void edit(const QString& name, const QByteArray& from, const QByteArray& to) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) return;
        QByteArray content = file.readAll();
        file.close();
        if (!content.contains(from)) qFatal("%s holds no such text", qPrintable(name));
        write(name, content.replace(from, to));
    }

  private:
    QTemporaryDir m_folder;
};

} // namespace ampscope::lesson
