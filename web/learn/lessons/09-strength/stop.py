from cannonfish.matches.statistics import Sprt, Tally

test = Sprt(elo0=0, elo1=100)
low, high = test.bounds
print(f"until the ratio is below {low:.2f} or above {high:.2f}")
games = []  # number of the pair, points
for pair in range(150):
    position = opening()
    games.append((pair, game(position, new, old)))
    games.append((pair, 1 - game(position, old, new)))
    tally = Tally.of(games)
    verdict = test.verdict(tally.pairs)
    if pair % 5 == 4 or verdict:
        ratio, los = test.llr(tally.pairs), tally.superiority()
        print(f"{len(games):4} games  ratio {ratio:+.2f}  LOS {100 * los:.1f} %  Elo {tally.elo:+z.0f}")
    if verdict:
        break
words = {"accepted": "The new engine is better.", "rejected": "It is not 100 Elo better."}
print(words.get(verdict, "Not decided."))
