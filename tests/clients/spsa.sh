#!/bin/bash
# scripts/spsa.py tunes an engine that only prints its parameters by matches that are decided at random, and its log is
# plotted. Usage: spsa.sh PROGRAM
set -eu
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! command -v python3 > /dev/null; then
    echo "skipped: python3 is not installed"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > engine << 'END'
#!/bin/sh
echo "rfp_margin, int, 80, 20, 200, 10, 0.002"
echo "lmr_base, int, 75, 20, 200, 8, 0.002"
END
cat > match.py << 'END'
import random
wins = random.randint(0, 8)
print(f"plus vs minus: games 16: +{wins} ={12 - wins} -4")
END
chmod +x engine

tune() {
    python3 "$root/scripts/spsa.py" --engine ./engine --match match.py --openings none --iterations "$1" > /dev/null
}

# The second run goes on where the first one ended.
tune 5
tune 12
[ "$(head -1 spsa.csv)" = "iteration,result,rfp_margin,lmr_base" ]
[ "$(cut -d, -f1 spsa.csv | tail -n +2 | tr '\n' ' ')" = "1 2 3 4 5 6 7 8 9 10 11 12 " ]
"$program" plot spsa.csv
grep -q rfp_margin spsa.svg
grep -q lmr_base spsa.svg
echo "SPSA: log and plot of $(($(wc -l < spsa.csv) - 1)) iterations"
