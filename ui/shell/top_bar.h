// Where you are, which format trains, and the buttons that make time pass.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace ampscope::ui {

class ElidedLabel;
class FormatChip;
class Page;

class TopBar : public QWidget {
    Q_OBJECT
  public:
    explicit TopBar(QWidget* parent = nullptr);
    /// Shows what the page has: chips, transport, seed.
    void show(Page* page);
    /// In a narrow window: a button for the list of lessons and labs in place of the names, and short chips.
    void setNarrow(bool narrow);

    QWidget* helpButton() const;
    // What the buttons do; also bound to keys by the window.
    void runOrPause();
    void stepOnce();
    void restart();
    void newSeed();

  Q_SIGNALS:
    void languageAsked();
    void themeAsked();
    void searchAsked();
    void aboutAsked();
    void sideBarAsked();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();

    Page* m_page = nullptr;
    QLabel *m_name, *m_section, *m_between, *m_seed;
    ElidedLabel* m_title;
    QList<FormatChip*> m_chips;
    QWidget *m_chipArea, *m_transport;
    QPushButton *m_run, *m_step, *m_reset;
    QToolButton *m_sideBar, *m_newSeed, *m_search, *m_language, *m_theme, *m_about;
};

} // namespace ampscope::ui
