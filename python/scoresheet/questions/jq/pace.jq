# jq -n -f pace.jq games.bgnl
# The time of a move is its `et` minus that of the previous move. If Black moves first, `null` comes first.
# A day of ISO 8601, or a date in the extended JSON of MongoDB.
def day:
  (if type == "object" then .["$date"] else . end)
  | (if type == "object" then .["$numberLong"] | tonumber else . end)
  | (if type == "number" then . / 1000 | floor | todate else . end)
  | .[:10];
reduce $games as $g ([0, 0, 0, 0, 0];
  ($g.bgn.eventDate | day) as $day
  | if true
       and $day != null and $day >= $since # if since
       and $day != null and $day < $until # if until
    # Moves end before the first illegal one, as those of columns do.
    then [0, ($g.moves[:$g.moves | map(.illegal) | index([true])][] | select(. != null) | .et | if . == null then null else . * 1000 | round end)] as $elapsed
       | reduce range(1; $elapsed | length) as $n (.;
           (if $elapsed[$n] == null or $elapsed[$n - 1] == null then 4
            else ($elapsed[$n] - $elapsed[$n - 1]) as $ms
              | if $ms < 1000 then 0 elif $ms < 10000 then 1 elif $ms <= 120000 then 2 else 3 end
            end) as $place
           | .[$place] += 1)
    else . end)
| add as $all
| to_entries[]
| {seconds: ["t < 1", "1 <= t < 10", "10 <= t <= 120", "t > 120", "unknown"][.key], moves: .value,
   percent: (if $all == 0 then null else (.value * 1000 / $all + 0.5 | floor) / 10 end)}
