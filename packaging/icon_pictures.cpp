// Renders the icon in the sizes that desktops ask for: icon_pictures icon.svg folder 16 32 …
// Runs while the program is built, so that the drawing is the only file to keep.
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

int main(int argc, char** argv) {
    QSvgRenderer icon(QString::fromLocal8Bit(argv[1]));
    if (argc < 4 || !icon.isValid()) return 1;
    for (int i = 3; i < argc; ++i) {
        const int size = QByteArray(argv[i]).toInt();
        QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        icon.render(&painter);
        painter.end();
        const QString folder = QString("%1/%2x%2/apps").arg(QString::fromLocal8Bit(argv[2])).arg(size);
        if (!QDir().mkpath(folder) || !image.save(folder + "/ampscope.png")) return 1;
    }
    return 0;
}
