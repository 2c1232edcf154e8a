#include "ui/shell/help/welcome.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/instruments/instrument.h"
#include "ui/labs/flow_layout.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

Welcome::Welcome(const lesson::LessonShelf& shelf, QWidget* parent)
    : QWidget(parent), m_words(new QLabel), m_badges(new QLabel) {
    setObjectName("welcome");
    setAttribute(Qt::WA_StyledBackground);
    auto* heading = new QLabel;
    for (auto* label : {m_words, m_badges})
        label->setWordWrap(true);
    m_badges->setProperty("role", "muted");
    m_badges->setTextFormat(Qt::RichText);

    // The languages call themselves by their own names: who reads neither finds theirs.
    auto* languages = new QButtonGroup(this);
    auto* top = new QHBoxLayout;
    top->addWidget(heading, 1);
    for (const auto language : {text::Language::Korean, text::Language::English}) {
        auto* button = new QToolButton;
        button->setText(language == text::Language::Korean ? QStringLiteral("한국어") : QStringLiteral("English"));
        button->setCheckable(true);
        button->setProperty("role", "switch");
        languages->addButton(button, static_cast<int>(language));
        top->addWidget(button);
    }
    languages->setExclusive(true);
    connect(languages, &QButtonGroup::idClicked, this,
            [this](int id) { Q_EMIT languageAsked(static_cast<text::Language>(id)); });
    auto* close = new QToolButton;
    close->setText(QStringLiteral("×"));
    close->setProperty("role", "flat");
    connect(close, &QToolButton::clicked, this, &Welcome::closed);
    top->addSpacing(kSpace);
    top->addWidget(close);

    auto* buttons = new FlowLayout(kSpace);
    // Of each chapter its first lesson.
    std::string chapter;
    for (const auto& lesson : shelf.lessons) {
        if (lesson.chapter.empty() || lesson.chapter == chapter) continue;
        auto* start = new QPushButton;
        start->setObjectName("start-" + QString::fromStdString(lesson.chapter));
        if (chapter.empty()) start->setProperty("role", "primary");
        chapter = lesson.chapter;
        buttons->addWidget(start);
        connect(start, &QPushButton::clicked, this, [this, id = QString::fromStdString(lesson.id)] {
            Q_EMIT closed();
            Q_EMIT lessonAsked(id);
        });
        translated(start, [start, &lesson] {
            start->setText(tr("Start chapter %1: %2")
                               .arg(QString::fromStdString(lesson.chapter),
                                    QString::fromStdString(lesson.text(LanguageSwitch::instance().language()).title)));
        });
    }
    auto* explore = new QPushButton;
    explore->setObjectName("explore");
    buttons->addWidget(explore);
    connect(explore, &QPushButton::clicked, this, &Welcome::closed);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 8, 12, 10);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(m_words);
    layout->addLayout(buttons);
    layout->addWidget(m_badges);

    const auto dress = [heading] { heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold)); };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, heading, dress);
    dress();
    translated(this, [this, heading, explore, close, languages] {
        heading->setText(tr("Welcome"));
        m_words->setText(
            tr("Below, a small GPT is training in fp16 on this machine, right now. Its loss scale was set too "
               "high on purpose."));
        explore->setText(tr("Explore on my own"));
        close->setAccessibleName(tr("Close the welcome"));
        close->setToolTip(close->accessibleName());
        const auto badge = [](Provenance provenance, const QString& means) {
            return QString("<b>%1</b> %2").arg(badgeText(provenance), means);
        };
        m_badges->setText(tr("Every number has a badge:") + " " +
                          QStringList{badge(Provenance::Measured, tr("by this run")),
                                      badge(Provenance::Computed, tr("without a run")),
                                      badge(Provenance::Estimated, tr("by a formula")),
                                      badge(Provenance::Recorded, tr("earlier"))}
                              .join(QStringLiteral(" · ")));
        languages->button(static_cast<int>(LanguageSwitch::instance().language()))->setChecked(true);
    });
}

void Welcome::setBrief(bool brief) {
    m_words->setHidden(brief);
    m_badges->setHidden(brief);
}

} // namespace ampscope::ui
