#!/usr/bin/env bash
# Tests of a client of another language or platform, against a running service: npm run tools -- client-python URL KEY SECRET
set -euo pipefail
folder="$(cd "$(dirname "$0")/../packages" && pwd)"
client="$1"
export DOCLOOM_URL="${2:?the address of a running service}" DOCLOOM_KEY="${3:?its API key}" DOCLOOM_SECRET="${4:?the secret of the key}"
cd "$folder/$client"
case "$client" in
python) exec python3 -m unittest discover --start-directory tests --top-level-directory . ;;
php) exec phpunit ;;
zapier-docloom | n8n-nodes-docloom)
  [ -d node_modules ] || { echo "It needs its own packages: npm ci --ignore-scripts --prefix packages/$client" >&2; exit 2; }
  exec npm test
  ;;
*) echo "There is no client in $folder/$client." >&2; exit 2 ;;
esac
