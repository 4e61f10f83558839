// The section [[order]].
#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxRules = 100;

bool names_particles(const TomlTable& table) {
    return table.find_one_of({"particle", "particles", "group", "corner", "corners", "box", "nearest"}).has_value();
}

OrderRule read_rule(const TomlTable& table, const PinSurroundings& surroundings) {
    OrderRule rule;
    if (names_particles(table)) rule.fixed = select_particles(table, surroundings.model);
    if (const auto solid = table.find("touching")) rule.solid = find_solid(*solid, surroundings.solids);
    table.read("from", rule.from, {.at_most = kLatest, .may_be_infinite = true, .unit = "s"});
    table.read("until", rule.until,
               {.above = rule.from, .at_least = -kLatest, .may_be_infinite = true, .unit = "s", .hint = "after from"});
    if (const auto period = table.find("period")) {
        if (!(rule.until - rule.from < kForever)) period->fail("only with both from and until, which it repeats");
        rule.period = period->real({.above = rule.until - rule.from, .unit = "s", .hint = "longer than from until"});
    }
    return rule;
}

}  // namespace

std::vector<OrderRule> read_order_rules(const TomlValue& value, const PinSurroundings& surroundings) {
    std::vector<OrderRule> rules;
    const std::vector<TomlValue> items = value.items("must be at most 100 tables: [[order]]", 0, kMaxRules);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const TomlTable table(items[i], {"name", "cloth", "particle", "particles", "group", "corner", "corners", "box",
                                         "nearest", "touching", "from", "until", "period"});
        rules.push_back(read_rule(table, surroundings));
        rules.back().name = read_name(table, "order", i);
    }
    return rules;
}

}  // namespace pleat
