#include "core/tensorfile/example.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/io/numbers.h"
#include "core/numeric/random.h"

namespace ampscope::tensorfile {

namespace {

class ExampleFile : public TensorFile {
  public:
    explicit ExampleFile(std::string_view name) : TensorFile("", FileKind::Example) {
        if (name == "gradients") { // what a small GPT's look like, from early to late layers
            add("embedding.weight.grad", {256, 64}, {-19, 3.5, 0.4});
            add("attention.qkv.weight.grad", {192, 64}, {-14, 2.5});
            add("head.bias.grad", {256}, {-9, 2});
        } else if (name == "activations") { // fp8 has no room for the second and the third at once
            add("attention.softmax", {64, 64}, {-7, 2.5, 0.5, Signs::Positive});
            add("ffn.hidden", {128, 256}, {-1, 1.5});
            add("residual.with_outliers", {128, 64}, {10, 3});
        } else { // the second average is a square: fp16 loses most of it
            add("exp_avg", {192, 64}, {-15, 2.5});
            add("exp_avg_sq", {192, 64}, {-29, 4, 0, Signs::Positive});
        }
    }

  private:
    enum class Signs { Both, Positive };
    struct Sizes {
        double middle, width; ///< of log2 |x|
        double zeros = 0;     ///< share
        Signs signs = Signs::Both;
    };
    void add(std::string name, std::vector<std::uint64_t> shape, const Sizes& sizes) {
        TensorInfo info;
        info.name = std::move(name);
        info.dtype = Dtype::F32;
        info.stored_as = "F32";
        for (const auto dimension : shape)
            info.elements *= dimension;
        info.shape = std::move(shape);
        info.offset = m_values.size();
        for (std::uint64_t i = 0; i < info.elements; ++i) {
            const auto uniform = [&] { return std::ldexp(static_cast<double>(m_random.next() >> 11), -53); };
            double bell = -6; // twelve uniform numbers: variance 1
            for (int k = 0; k < 12; ++k)
                bell += uniform();
            const double size = uniform() < sizes.zeros ? 0.0 : std::exp2(sizes.middle + sizes.width * bell);
            const bool positive = (m_random.next() & 1) != 0 || sizes.signs == Signs::Positive;
            m_values.push_back(static_cast<float>(positive ? size : -size));
        }
        m_tensors.push_back(std::move(info));
    }
    void read_block(const TensorInfo& info, std::uint64_t first, std::span<double> values) const override {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<double>(m_values[static_cast<std::size_t>(info.offset + first) + i]);
    }
    std::string text_of(const TensorInfo& info, std::uint64_t place) const override {
        return io::to_text(static_cast<double>(m_values[static_cast<std::size_t>(info.offset + place)]));
    }
    numeric::SplitMix64 m_random{kExampleSeed};
    std::vector<float> m_values;
};

} // namespace

std::unique_ptr<TensorFile> make_example(std::string_view name) {
    if (std::ranges::find(kExamples, name) == kExamples.end()) return nullptr;
    return std::make_unique<ExampleFile>(name);
}

static std::string_view example_in(std::string_view path) {
    constexpr std::string_view kWord = "example";
    if (path == kWord) return kExamples.front();
    return path.starts_with("example:") ? path.substr(kWord.size() + 1) : std::string_view();
}

bool is_example(const std::string& path) {
    std::error_code ignored;
    return std::ranges::find(kExamples, example_in(path)) != kExamples.end() &&
           !std::filesystem::exists(std::filesystem::u8path(path), ignored);
}

std::unique_ptr<TensorFile> open_file_or_example(const std::string& path, const OpenOptions& options) {
    return is_example(path) ? make_example(example_in(path)) : open_tensor_file(path, options);
}

} // namespace ampscope::tensorfile
