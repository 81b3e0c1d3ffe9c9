"""The words of the reports that belong to no rule."""

from __future__ import annotations

from collections.abc import Mapping

from rackwright.rulebook.model import Kind, Op, Text

OUTCOMES: Mapping[str, Text] = {
    "recommended": Text("Recommended", "建議採用"),
    "infeasible": Text("Not feasible", "不可行"),
    "undetermined": Text("Not enough is known to decide", "資訊不足，無法判斷"),
}
WHOLE_PLAN = Text("The whole plan", "整體規劃")
WHY = Text("Why", "理由")
ALSO = Text("Also concluded", "其他結論")
MATTERS_MOST = Text("What matters most", "優先考量")
PULL_APART = Text("Where the policy pulls apart", "政策取捨")
AROUND_IT = Text("Around the devices", "周邊環境")
SOFTWARE = Text("Software", "軟體")
NEXT_STEP = Text("Next step", "下一步")
BUDGET = Text("Budget", "預算")
NOT_IN_TOTALS = Text("What no total holds", "總價未計入")
TO_WATCH = Text("What to watch", "應觀察的指標")
OPTIONS = Text("Options", "候選裝置")
COSTS = Text("Costs over {months} at full use", "{months}全時使用的成本")
COSTS_OPEN = Text("Costs", "成本")
ROOM = Text("Power and cooling", "電力與散熱")
WARNINGS = Text("Beware", "注意事項")
ASSUMPTIONS = Text("Assumed, since not stated", "未提供而採用的假設")
RANGES = Text("Stated as ranges", "以範圍提供的數字")
TAKEN = Text("Stated as {range}; {value} is taken.", "您提供：{range}；取 {value}。")
KEPT = Text(
    "Stated as {range}; {value}, which the rules have, lies within and is taken.",
    "您提供：{range}；規則原有的 {value} 在其中，因此沿用。",
)
SOURCES = Text("Sources", "依據")

NO_DEVICE = Text("no device", "無合適裝置")
NO_DEVICE_YET = Text("no device yet", "尚未選定裝置")
COUNTED = Text("{count} × {device}", "{device} × {count}")
RENT = Text("{amount}*", "{amount}*")
RENT_NOTE = Text(
    "* Rent at the list price, since no purchase price is known; the other costs are of devices "
    "bought and written off. The two do not compare exactly.",
    "* 為牌價租金，因為沒有採購價；其餘為採購攤提，兩者並不完全可比。",
)
IN_COPIES = Text("{devices} in {copies} copies", "{devices}（{copies} 份）")
ALL_CONSIDERED = Text("{count} devices considered.", "共評估 {count} 種裝置。")
MORE = Text("{verdict} ({count} more)", "{verdict}（另 {count} 種）")
INTENDED = Text("You mean to buy {device}", "您打算採購 {device}")
AT_A_TIME = Text("{count} at a time", "同時 {count} 個請求")
NOT_ALLOWED = Text("{verdict} ({count})", "{verdict}（{count}）")

DEVICE = Text("Device", "裝置")
MEMORY = Text("Memory", "記憶體")
SPEED = Text("Tokens/s", "Token/秒")
POWER = Text("Power", "功率")
MONTHLY = Text("A month", "每月")
VERDICT = Text("Verdict", "判定")

COST_ITEM = Text("Item", "項目")
MONTHS_COVERED = Text("months covered", "涵蓋期間")
BREAK_EVEN_USE = Text("break-even use", "損益兩平使用率")
BREAK_EVEN_AFTER = Text("break-even after", "損益兩平時間")
NOT_WITHIN = Text("not within {months}", "{months}內不會打平")
BREAK_EVEN_LOW = Text("break-even at the lowest price listed", "以名單最低價計的損益兩平使用率")
BREAK_EVEN_HIGH = Text("break-even at the highest price listed", "以名單最高價計的損益兩平使用率")
AS_USED = Text("as used: {use}, {months}", "依實際使用（{use}、{months}）")
AS_USED_OF_THE_TIME = Text("{use} of the time", "使用率 {use}")
AT_FULL_USE = Text("all the time", "全時")
CHOSEN_WAY = Text("{name} (chosen)", "{name}（採用）")
ROUGHLY = Text("{name} (estimate)", "{name}（估計）")
PAID_WHOLE = Text(
    "As used: the cloud is paid while instances run, a rented server while the work runs on, "
    "own hardware for the whole of {months}.",
    "依實際使用：雲端只付開機時數，租用伺服器付到工作結束，自有硬體則付滿{months}。",
)
SERVER_IS_A_GUESS = Text(
    "No offer is behind the rented server: it is the price of the cloud by the hour less {share}, "
    "as long terms usually save.",
    "租用伺服器沒有實際報價，是以雲端計時價扣除長約常見折扣 {share} 估計。",
)
PRICES = Text("Prices counted with", "採計的價格")
PRICE_TO_BUY = Text("to buy {device}", "購買 {device}")
PRICE_OF_AN_HOUR = Text("an hour of {device}", "{device} 每小時")
PRICES_LISTED = Text("other offers listed", "名單中的其他報價")
PRICE = Text("{amount}, {about}", "{amount}，{about}")
REFERENCE_RENT = Text(
    "{price}. This is a reference: the median of {count} offers, of two in the middle the cheaper.",
    "{price}。這是參考價：{count} 家報價的中位數，偶數家時取中間較低者。",
)
RENTS = Text(
    "From {low} to {high}. Ask those that suit your data and users.",
    "從 {low} 到 {high}。請向適合您的資料與使用者的業者詢價。",
)
TERMS: Mapping[str, Text] = {
    "on_demand": Text("on demand", "隨選"),
    "capacity_block": Text("capacity block", "預約時段"),
    "reference": Text("reference price", "參考價"),
    "list": Text("list price", "牌價"),
    "system_share": Text("share of a system", "整機價分攤"),
    "estimate": Text("estimate", "估計"),
}
INCLUDED = Text("included", "已含")
UNKNOWN = Text("unknown", "未知")
LEFT_OUT = Text("Left out of {name}: {items}.", "{name}未計入：{items}。")
BASIS = Text(
    "Figures marked * were quoted to you; the others are estimates.",
    "標有 * 者為您取得的報價，其餘為估算。",
)
OLDEST_PRICE = Text("Oldest price used: {date}.", "所用價格中最舊的日期：{date}。")

DEMAND = Text("Needed", "需求")
SUPPLY = Text("Available", "可用")
MARGIN = Text("Margin", "餘裕")
CIRCUIT = Text("Circuit", "迴路")
RACK_POWER = Text("Rack power", "機架供電")
RACK_COOLING = Text("Rack cooling", "機架散熱")
UPS = Text("UPS", "UPS")

BEFORE = Text("Before", "變更前")
AFTER = Text("After", "變更後")
NOTHING_CHANGES = Text("Nothing that was concluded changes.", "結論不變。")
OUTCOME = Text("outcome", "結果")
GRAPH_CUT = Text("{count} more", "另有 {count} 個節點")

GIVEN = Text("stated at {where}", "由您提供（{where}）")
GIVEN_AS = Text(
    "stated at {where} as {range}; {value} is taken", "由您提供（{where}）：{range}，取 {value}"
)
AS_RANGE = Text("a range from {low} to {high}", "範圍 {low} 至 {high}")
AS_TRIANGLE = Text(
    "a range from {low} to {high}, most likely {mode}", "範圍 {low} 至 {high}，最可能為 {mode}"
)
AS_NORMAL = Text(
    "a mean of {mean} with a standard deviation of {deviation}", "平均 {mean}、標準差 {deviation}"
)
AS_SAMPLES = Text(
    "one of {count} values from {low} to {high}", "{count} 個可能值，介於 {low} 至 {high}"
)
ASSUMED = Text("assumed", "假設")
POLICY = Text("policy, {date}", "政策參數，{date}")
CATALOGUED = Text("catalogue {row}, {date}", "型錄 {row}，{date}")
CALCULATED = Text("calculated by {kernel}", "由 {kernel} 計算")
UNSTATED = Text("not stated", "未提供")
UNDECIDED = Text("no rule matched", "沒有規則成立")
NOT_KNOWN = Text("not known", "無法得知")
SEE_ABOVE = Text("explained above", "見上文")
BELOW = Text("… and what that rests on", "……以及其下的依據")
OVERRULED = Text(
    "also matched, for {value}; overruled by {rule}", "亦成立，會得出{value}，但由 {rule} 優先"
)
BEHIND = Text("matched, overruled by {rules}", "成立，但由 {rules} 優先")
ALSO_BEHIND = Text("and stands behind {rules}", "且排在 {rules} 之後")
DECIDED = Text("What decided", "決定結果的規則")
WOULD_LEAD = Text("Changes that lead there", "會得出此結果的變更")
CHANGED_TO = Text("{label}: {value} instead of {actual}", "{label}：由{actual}改為{value}")
THEN_BY = Text("then by {rule}", "此時由 {rule} 決定")
NONE_LEADS = Text(
    "None of {count} changed plans that were advised on leads there.",
    "實際試算 {count} 種變更，沒有一種會得出此結果。",
)
PASSED_OVER = Text("did not match", "不成立")
TEST = Text("{label}: {actual}; needed: {needed}", "{label}：{actual}；需要：{needed}")
AWAY = Text(" (away by {margin})", "（差距 {margin}）")
VALUE_OF = Text("{label}: {value}", "{label}：{value}")

NEEDS: Mapping[Op, Text] = {
    Op.EQ: Text("{operand}", "{operand}"),
    Op.NE: Text("other than {operand}", "不是{operand}"),
    Op.LT: Text("less than {operand}", "小於 {operand}"),
    Op.LE: Text("at most {operand}", "至多 {operand}"),
    Op.GT: Text("more than {operand}", "大於 {operand}"),
    Op.GE: Text("at least {operand}", "至少 {operand}"),
    Op.IN: Text("one of {operand}", "屬於：{operand}"),
    Op.NOT_IN: Text("none of {operand}", "不屬於：{operand}"),
    Op.CONTAINS: Text("includes {operand}", "包含{operand}"),
    Op.LACKS: Text("does not include {operand}", "不包含{operand}"),
    Op.KNOWN: Text("to be known", "已知"),
    Op.UNKNOWN: Text("not to be known", "未知"),
}

WHY_NOT = Text("Why not {value}", "為何不是：{value}")
IS_SO = Text("It is: {value}", "結果正是：{value}")
INSTEAD = Text("Instead: {value}", "實際結果：{value}")
TO_CHANGE = Text("What would have to change", "需要改變的條件")
CANDIDATES = Text("Rules that could conclude it", "可得出此結果的規則")
NOT_JUDGED = Text(
    "the rules were not asked, since no device was chosen", "尚未選定裝置，因此未進行判斷"
)
STATED_OTHERWISE = Text("you stated {value}", "您提供的是：{value}")
NO_RULE = Text("no rule concludes it", "沒有規則會得出此結果")
STOP = Text("{rule} concludes {value} first", "{rule} 先得出：{value}")
HOLDS_SINCE = Text("since {tests}", "因為{tests}")
HELD_TEST = Text("{label} is {actual}", "{label}為 {actual}")
CHOSEN_ONE = Text("{device} is the chosen device", "{device} 即為選用的裝置")
RANKED = Text(
    "{device} ranks {rank} of {count}; {chosen} is chosen",
    "{device} 在 {count} 個可行選項中排第 {rank}；選用的是 {chosen}",
)
NOT_RANKED = Text("{device} is not allowed for {workload}", "{device} 不適用於 {workload}")
WORSE_AT = Text("{label}: {mine}; {chosen}: {best}", "{label}：{mine}；{chosen}：{best}")
TIE = Text("equal by every key; the order of the catalogue decides", "各項指標相同，依型錄順序決定")

SUBJECT = Text("Of", "對象")
WHAT = Text("What", "項目")
FIGURES = Text("Figures", "數值")
CONCLUSIONS = Text("Conclusions", "結論")
CHOICE = Text("Choice", "選擇")
COST_CHANGES = Text("Costs", "成本")
ABSENT = Text("none", "無")
CHANGES = Text("What if", "若改為")
RULE = Text("Rule", "規則")
FIRED_OTHERWISE = Text("Rules that speak otherwise", "判斷不同的規則")
PARTS: Mapping[str, Text] = {
    "concludes": Text("concludes", "成立"),
    "overruled": Text("overruled", "由前面的規則取代"),
    "silent": Text("silent", "不成立"),
}
COMPARED = Text(
    "Plans: {all}; the advice changes for {changed} and stays the same for {same}",
    "共 {all} 份計畫：{changed} 份的建議改變，{same} 份不變",
)
STAYS = Text("It stays the same for {plans}.", "建議不變的計畫：{plans}。")

FIRST = Text("the first rule that matches decides", "由第一條成立的規則決定")
COLLECT = Text("every rule that matches adds to it", "所有成立的規則都會列入")
TABLE = Text("Table", "資料表")
ROWS = Text("Rows", "筆數")
ID = Text("Id", "代號")
NAME = Text("Name", "名稱")
DATE = Text("Date", "日期")
SOURCE = Text("Source", "來源")
COLUMN = Text("Column", "欄位")
CELL = Text("Value", "內容")
LABEL = Text("Label", "名稱")
AMOUNT = Text("Amount", "金額")
CURRENCY = Text("Currency", "幣別")
FOR_ONE = Text("For one", "單位")
TERM = Text("Term", "條件")
SEEN = Text("Seen elsewhere", "其他來源所見")
IN_PLAN_CURRENCY = Text(" (plan's currency)", "（計畫幣別）")
STATED_AT = Text("A plan states it at `{what}`.", "計畫在 `{what}` 說明。")
IN_CATALOGUE = Text("The table `{what}` of the catalogue has it.", "取自型錄的 `{what}` 表。")
DECIDED_BY = Text("The rules of `{what}` decide it.", "由 `{what}` 的規則判斷。")
COMPUTED = Text("It is computed.", "由計算得出。")
CITING_RULES = Text("Rules that rest on it", "依據此來源的規則")
CITING_PARAMETERS = Text("Parameters that rest on it", "依據此來源的參數")
KINDS: Mapping[Kind, Text] = {
    Kind.NUMBER: Text("number", "數字"),
    Kind.BOOLEAN: Text("yes or no", "是或否"),
    Kind.SYMBOL: Text("one value", "單選值"),
    Kind.SET: Text("several values", "多選值"),
    Kind.TEXT: Text("text", "文字"),
}

IN_DOUBT = Text(
    "Of {draws} draws of the uncertain numbers few come to this: {doubts}.",
    "不確定的數字抽樣 {draws} 次，得出此結論者不多：{doubts}。",
)
DOUBT = Text(
    "{label} {value} in {share}, {likeliest} in {most}",
    "{label}為{value}者占 {share}，為{likeliest}者占 {most}",
)
HOW_SURE = Text("How sure", "把握程度")
DRAWN = Text(
    "Uncertain numbers: {count}. They were drawn {draws} times (seed {seed}), and each draw was "
    "advised on in full. A share may be off by about {points} percentage points.",
    "不確定的數字共 {count} 個，抽樣 {draws} 次（亂數種子 {seed}），每次都完整推論一遍。"
    "各項比例的誤差約為 ±{points} 個百分點。",
)
UNCERTAIN = Text("Uncertain", "不確定的數字")
RESULT = Text("Result", "結果")
LOW_END = Text("5%", "5%")
MEDIAN = Text("Median", "中位數")
HIGH_END = Text("95%", "95%")
GOES_WITH = Text("Goes most with", "最相關的因素")
OF_SUBJECT = Text("{subject} · {label}", "{subject} · {label}")
FIRST_SHARE = Text("{value} in {share} of {draws} draws", "{draws} 次抽樣中，{value} {share}")
OTHER_SHARE = Text("{value} in {share}", "{value} {share}")
MOSTLY_BELOW = Text(
    "{outcome}, mostly with {input} below {at}", "{outcome}，多半是{input}低於 {at} 時"
)
MOSTLY_ABOVE = Text(
    "{outcome}, mostly with {input} above {at}", "{outcome}，多半是{input}高於 {at} 時"
)
EXPLAINED = Text(
    "{share} of the difference explained by {input} alone", "單是{input}就解釋了 {share} 的差異"
)
LESS_THAN = Text("less than {share}", "不到 {share}")
MORE_THAN = Text("more than {share}", "超過 {share}")
ALSO_VARIES = Text("Also not the same in every draw", "其他並非每次相同的結論")
ALL_THE_SAME = Text(
    "Everything else that was concluded is the same in every draw.", "其餘結論在每次抽樣中都相同。"
)
NEVER_DIFFERENT = Text(
    "Everything that was concluded is the same in every draw.", "所有結論在每次抽樣中都相同。"
)
TO_BUY = Text("price of {device}", "{device} 購價")
BY_THE_HOUR = Text("price of an hour of {device}", "{device} 每小時租價")
NOTHING_UNCERTAIN = Text(
    "Nothing in this plan is stated to be uncertain, so there is nothing to draw. A section "
    "`uncertain` of the plan can give a range (low, high), a triangle (low, mode, high), a "
    "normal distribution (mean, deviation) or samples for any of its numbers, such as:",
    "計畫中沒有標明哪些數字不確定，因此無從抽樣。可在計畫加入 `uncertain` 一節，"
    "為任何數字填入範圍（low、high）、三角分布（low、mode、high）、常態分布（mean、deviation）"
    "或樣本（samples），例如：",
)
