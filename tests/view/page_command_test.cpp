#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/view/page_command.hpp>

namespace pleat {
namespace {

TEST(PageCommand, ReadsEveryKind) {
    const auto kinds = {
        R"({"type":"play"})",
        R"({"type":"pause"})",
        R"({"type":"step"})",
        R"({"type":"reset"})",
        R"({"type":"scene-file","side":1})",
        R"({"type":"open","scene":"flag"})",
        R"({"type":"method","side":1,"preset":"interactive"})",
        R"({"type":"compare","preset":""})",
        R"({"type":"fabric","name":"denim"})",
        R"({"type":"set","control":"step","value":0.01})",
        R"({"type":"color","mode":"strain"})",
        R"({"type":"grab","pointer":9,"particle":3,"place":[1,2,3],"radius":0.1,"pull":"spring"})",
        R"({"type":"move","pointer":0,"place":[1,2,-3.5],"number":7})",
        R"({"type":"release","pointer":0})",
        R"({"type":"pin","particle":12})",
        R"({"type":"seek","frame":3})",
        R"({"type":"shown","stage":1,"frame":3})",
    };
    std::size_t index = 0;
    for (const char* text : kinds) {
        // In the order of the variant, but for those that come in another one.
        EXPECT_NO_THROW(parse_page_command(text)) << text;
        ++index;
    }
    EXPECT_EQ(index, std::variant_size_v<PageCommand>);
    const auto grab = std::get<Grab>(parse_page_command(*(kinds.begin() + 11)));
    EXPECT_EQ(grab.pointer, 9);
    EXPECT_EQ(grab.particle, 3);
    EXPECT_EQ(grab.place, Vec3(1, 2, 3));
    EXPECT_EQ(grab.radius, 0.1);
    EXPECT_EQ(grab.pull, Pull::spring);
}

TEST(PageCommand, RefusesWhatIsNotAllowed) {
    for (const std::string& text : {
             std::string(""),
             std::string("nonsense"),
             std::string("[]"),
             std::string("3"),
             std::string("{}"),
             std::string(R"({"type":3})"),
             std::string(R"({"type":"Play"})"),
             std::string(4000, '['),
             std::string("{\"type\":\"pl\xff\"}"),
             std::string(R"({"type":"open"})"),
             R"({"type":"open","scene":")" + std::string(200, 'x') + R"("})",
             std::string(R"({"type":"method","side":2,"preset":"interactive"})"),
             std::string(R"({"type":"method","side":0.5,"preset":"interactive"})"),
             std::string(R"({"type":"set","control":"step","value":"0.01"})"),
             std::string(R"({"type":"set","control":"step","value":1e999})"),
             std::string(R"({"type":"set","control":"step","value":0})"),
             std::string(R"({"type":"set","control":"sweeps","value":1.5})"),
             std::string(R"({"type":"set","control":"nothing","value":1})"),
             std::string(R"({"type":"color","mode":"pink"})"),
             std::string(R"({"type":"grab","pointer":10,"particle":3,"place":[1,2,3],"radius":0,"pull":"spring"})"),
             std::string(R"({"type":"grab","pointer":0,"particle":-3,"place":[1,2,3],"radius":0,"pull":"spring"})"),
             std::string(R"({"type":"grab","pointer":0,"particle":3e12,"place":[1,2,3],"radius":0,"pull":"spring"})"),
             std::string(R"({"type":"grab","pointer":0,"particle":3,"place":[1,2,3],"radius":9,"pull":"spring"})"),
             std::string(R"({"type":"grab","pointer":0,"particle":3,"place":[1,2,3],"radius":0,"pull":1})"),
             std::string(R"({"type":"grab","pointer":0,"particle":3,"place":[1,2,3],"radius":0,"pull":"rope"})"),
             std::string(R"({"type":"scene-file","side":2})"),
             std::string(R"({"type":"move","pointer":0,"place":[1,2,1e7],"number":7})"),
             std::string(R"({"type":"move","pointer":0,"place":[1,2,null],"number":7})"),
             std::string(R"({"type":"move","pointer":0,"place":[1,2],"number":7})"),
             std::string(R"({"type":"move","pointer":0,"place":{"0":1},"number":7})"),
             std::string(R"({"type":"shown","stage":1,"frame":-1})"),
         }) {
        EXPECT_THROW(parse_page_command(text), Error) << text;
    }
}

TEST(PageCommand, HoldsEveryControlToItsRule) {
    for (const ControlRule& rule : control_rules()) {
        const auto message = [&](Real value) {
            return R"({"type":"set","control":")" + std::string(rule.name) + R"(","value":)" + std::to_string(value) +
                   "}";
        };
        EXPECT_NO_THROW(parse_page_command(message(rule.most))) << rule.name;
        EXPECT_THROW(parse_page_command(message(rule.most + 1)), Error) << rule.name;
        EXPECT_THROW(parse_page_command(message(rule.least - 1)), Error) << rule.name;
        for (const Real value : {std::nan(""), std::numeric_limits<Real>::infinity()}) {
            EXPECT_THROW(check_control(rule.control, value), Error) << rule.name;
        }
    }
}

}  // namespace
}  // namespace pleat
