// Which program this is, what it stands on, where it keeps what, and the licences.
#pragma once

#include <QDialog>

class QTextBrowser;

namespace ampscope::ui {

/// Lines of a name and a value: versions in use, folders, this machine. As About shows them and "Copy details" gives
/// them; nothing of what the user did is among them.
QList<std::pair<QString, QString>> programDetails(const QString& dataFolder, const QString& lessonsFolder);

class AboutDialog : public QDialog {
    Q_OBJECT
  public:
    AboutDialog(const QString& dataFolder, const QString& lessonsFolder, QWidget* parent);
    /// "about", "licence", "licences"; false for another.
    bool showView(const QString& view);
    QTextBrowser* text() const { return m_text; }

  private:
    QString aboutHtml() const;

    QString m_dataFolder, m_lessonsFolder, m_view;
    QTextBrowser* m_text;
    QList<class QPushButton*> m_tabs;
};

} // namespace ampscope::ui
