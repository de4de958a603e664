# jq -n -f castling.jq games.bgnl
# A day of ISO 8601, or a date in the extended JSON of MongoDB.
def day:
  (if type == "object" then .["$date"] else . end)
  | (if type == "object" then .["$numberLong"] | tonumber else . end)
  | (if type == "number" then . / 1000 | floor | todate else . end)
  | .[:10];
def is_chess: .bgn.rules == null or .bgn.rules == "chess960";
# Without moves, and without the start or the rules that its tags name, a game cannot be played.
def is_played: .moves != [] or .bgn.setup != null or .bgn.rules != null
  or ((.pgn.fen // "" | test("^( *([?-] *)?|\\s*rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\\s.*)$"))
    and (.pgn.Variant // "" | test("^( *(standard|chess|normal|orthodox) *|\\W*(from\\W*position|set\\W*up)?\\W*)$"; "i")));
reduce ($games | select(is_chess and is_played)) as $g ({games: 0, castled: 0, undated: 0};
  ($g.bgn.eventDate | day) as $day
  | if $day == null then .undated += 1 else . end
  | if true
       and $day != null and $day >= $since # if since
       and $day != null and $day < $until # if until
    then .games += 1
       | (if $g.moves[0] == null then 1 else 0 end) as $start
       # Moves end before the first illegal one, as those of columns do.
       | if any($g.moves[:$g.moves | map(.illegal) | index([true])][$start:][:$plies][]; .castle != null) then .castled += 1 else . end
    else . end)
