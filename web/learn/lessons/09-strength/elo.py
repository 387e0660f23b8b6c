from cannonfish.matches.statistics import elo_of, score_of

for elo in (0, 10, 20, 50, 100, 200, 400, 800):
    print(f"{elo:4} Elo more: {100 * score_of(elo):5.1f} % of the points")

scores = []
for _ in range(6):
    scores += pairs(new, old, 5)
    print(".", end=" ")
share = sum(scores) / len(scores)
print(f"\n60 games, {100 * share:.1f} %, that is {elo_of(share):+.0f} Elo")
