#include "core/tensorfile/example.h"

#include <cmath>

#include "core/io/numbers.h"
#include "core/numeric/random.h"

namespace ampscope::tensorfile {

namespace {

class ExampleFile : public TensorFile {
  public:
    ExampleFile() : TensorFile("", FileKind::Example) {
        // Middle and width of log2 |g|: what a small GPT's gradients look like, from early to late layers.
        add("embedding.weight.grad", {256, 64}, -19, 3.5, 0.4);
        add("attention.qkv.weight.grad", {192, 64}, -14, 2.5, 0);
        add("head.bias.grad", {256}, -9, 2, 0);
    }

  private:
    void add(std::string name, std::vector<std::uint64_t> shape, double middle, double width, double zeros) {
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
            const double size = uniform() < zeros ? 0.0 : std::exp2(middle + width * bell);
            m_values.push_back(static_cast<float>(m_random.next() & 1 ? size : -size));
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

std::unique_ptr<TensorFile> make_example() {
    return std::make_unique<ExampleFile>();
}

} // namespace ampscope::tensorfile
