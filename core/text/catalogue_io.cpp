#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_io() {
    static constexpr Entry kEntries[] = {
        {"io.column", "column {column}: ", "{column}번째 글자: "},
        {"io.line_column", "line {line}, column {column}: ", "{line}행 {column}열: "},
        {"io.no_such_file", "there is no such file", "그런 파일이 없습니다"},
        {"io.is_folder", "this is a folder, a file was expected", "파일이 아니라 폴더입니다"},
        {"io.reason_not_found", "there is no such file or folder", "그런 파일이나 폴더가 없음"},
        {"io.reason_not_allowed", "permission denied", "권한이 없음"},
        {"io.reason_disk_full", "no space left on the disk", "디스크에 남은 공간이 없음"},
        {"io.reason_read_only", "the file system is read-only", "읽기 전용 파일 시스템"},
        {"io.reason_not_a_folder", "a part of the path is no folder", "경로의 일부가 폴더가 아님"},
        {"io.reason_name_too_long", "the name is too long", "이름이 너무 긺"},
        {"io.cannot_read", "cannot be read: {reason}", "읽을 수 없습니다: {reason}"},
        {"io.cannot_write", "cannot be written, nothing was changed: {reason}",
         "쓸 수 없어 아무것도 바꾸지 않았습니다: {reason}"},
        {"io.cannot_append", "nothing more can be written here: {reason}", "더 쓸 수 없습니다: {reason}"},
        {"io.cannot_write_all",
         "cannot be written: {reason}. These files are new already: {done}; this one and what belongs to it is as it "
         "was",
         "쓸 수 없습니다: {reason}. 이미 새로 쓴 파일: {done}. 이 파일과 나머지는 그대로입니다"},
        {"io.not_plain", "this is a device, a pipe or a socket; a plain file was expected",
         "장치, 파이프 또는 소켓입니다. 보통 파일이 와야 합니다"},
        {"io.folder_in_use", "another program is writing into this folder; wait for it or take another folder",
         "다른 프로그램이 이 폴더에 쓰고 있습니다. 끝나기를 기다리거나 다른 폴더를 쓰십시오"},
        {"io.cannot_make_folder", "this folder cannot be created: {reason}", "폴더를 만들 수 없습니다: {reason}"},
        {"io.too_large", "{bytes} bytes are more than the {limit} that are read",
         "{bytes}바이트는 읽을 수 있는 {limit}바이트를 넘습니다"},
        {"io.became_shorter",
         "the file became shorter while it was read: it had {expected} bytes and ends at byte {offset} now",
         "읽는 동안 파일이 짧아졌습니다. {expected}바이트였는데 이제 {offset}바이트에서 끝납니다"},
        {"io.not_utf8", "this is not UTF-8; the text looks like {encoding}. Save it as UTF-8",
         "UTF-8이 아닙니다. {encoding|(으)로} 보입니다. UTF-8로 저장해 주십시오"},
        {"io.encoding_utf16", "UTF-16", "UTF-16"},
        {"io.encoding_8_bit", "Latin-1 or another 8-bit encoding", "Latin-1이나 다른 8비트 인코딩"},
        {"json.unexpected_end", "the JSON text ends here, in the middle of a value", "JSON이 값 중간에서 끝났습니다"},
        {"json.unexpected_character", "'{found}' does not belong here in JSON",
         "JSON의 이 자리에는 '{found}'{found:이/가} 올 수 없습니다"},
        {"json.repeated_name", "\"{name}\" is here for the second time; the first is in line {line}",
         "\"{name}\"{name:이/가} 두 번 나옵니다. 처음은 {line}행입니다"},
        {"json.too_deep", "more than {limit} levels of brackets", "괄호가 {limit}단계를 넘습니다"},
        {"json.wrong_kind", "{expected} was expected, {found} stands here",
         "{expected|이/가} 와야 하는데 {found|이/가} 있습니다"},
        {"json.not_an_integer", "a whole number was expected, {found} stands here",
         "정수가 와야 하는데 {found|이/가} 있습니다"},
        {"json.number_too_large", "{found} is beyond the range of a double", "{found|은/는} double의 범위를 넘습니다"},
        {"json.missing", "\"{name}\" is missing in this object", "이 객체에 \"{name}\"{name:이/가} 없습니다"},
        {"json.kind_null", "null", "null"},
        {"json.kind_boolean", "true or false", "true 또는 false"},
        {"json.kind_number", "a number", "수"},
        {"json.kind_integer", "a whole number", "정수"},
        {"json.kind_string", "a text", "문자열"},
        {"json.kind_array", "a list", "목록"},
        {"json.kind_object", "an object", "객체"},
    };
    return kEntries;
}

} // namespace ampscope::text
