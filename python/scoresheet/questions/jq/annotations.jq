# jq -n -f annotations.jq games.bgnl
# Annotations of the game (ply 0), at its end, and of its moves, but not those in lines.
reduce $games as $g ({};
  (if $g.moves[0] == null then 1 else 0 end) as $start
  | reduce ([({ply: 0, note: ($g.bgn.a, $g.bgn.end)[]?}),
             (range($g.moves | length) as $n | {ply: ($n + 1 - $start), note: $g.moves[$n].a[]?})
             | select(.note != null
                 and .note.date != null and .note.date >= $since # if since
                 and .note.date != null and .note.date < $until # if until
               )] | group_by([.note.id, .note.date])[]) as $notes (.;
      .[$notes[0].note | [.id, .date] | tojson] |= {
        source: $notes[0].note.id, date: $notes[0].note.date, games: (.games + 1),
        moves: (.moves + ([$notes[].ply | select(. > 0)] | unique | length)), times: (.times + ($notes | length))}))
| [.[]] | sort_by(.source, .date)[]

# when what = nags
# jq -n -f annotations.jq games.bgnl
# Annotations of the game, at its end, and of its moves, but not those in lines.
reduce ($games | (.bgn.a, .bgn.end, .moves[].a)[]?
        | select(.nag != null
            and .date != null and .date >= $since # if since
            and .date != null and .date < $until # if until
          )) as $note ({};
  .[$note | [.id, (.nag | tostring)] | tojson] |= {source: $note.id, nag: ($note.nag | tostring), times: (.times + 1)})
| [.[]] | sort_by(.source, -.times, .nag)[]

# when what = differences
# jq -n -f annotations.jq games.bgnl
# The NAGs 1 to 6 judge a move: ! ? !! ?? !? ?!
[foreach $games as $g ({};
  input_filename as $path
  | {path: $path, game: (if .path == $path then .game + 1 else 1 end)};
  . as $place
  | (if $g.moves[0] == null then 1 else 0 end) as $start
  | range($g.moves | length) as $n
  | [$g.moves[$n].a[]?
     | select((.nag | . == 1 or . == 2 or . == 3 or . == 4 or . == 5 or . == 6)
         and .date != null and .date >= $since # if since
         and .date != null and .date < $until # if until
       ) | [.id, .nag]] | unique
  | select((map(.[0]) | unique | length) > 1 and (map(.[1]) | unique | length) > 1)
  | {file: ($place.path | if . == null then null else split("/")[-1] end), game: $place.game,
     ply: ($n + 1 - $start), judgements: (map("\(.[0]) $\(.[1])") | join(", "))})]
| sort_by(.file)[]
