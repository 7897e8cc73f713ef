#!/usr/bin/env bash
# The tests want Debian's chromium and PostgreSQL. Install them where we may; where not, say in one line what is left
# out and how to get it. With CI=true nothing may be left out.
set -u

missing=()
command -v chromium >/dev/null 2>&1 || missing+=(chromium)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing+=(postgresql)
if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing ${missing[*]} for the tests (once) ..."
    # The tests make throw-away clusters of their own: no server shall be left running.
    mkdir -p /etc/postgresql-common/createcluster.d
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/bocage.conf
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" fonts-dejavu-core fonts-liberation; } >/dev/null 2>&1
fi
left=()
command -v chromium >/dev/null 2>&1 || left+=("the browser tests (apt-get install chromium)")
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || left+=("the PostgreSQL tests (apt-get install postgresql)")
if [ ${#left[@]} -gt 0 ]; then
    text=$(printf ', %s' "${left[@]}")
    echo "Left out: ${text:2}."
    [ "${CI:-}" = true ] && { echo "With CI=true nothing may be left out."; exit 1; }
fi
exit 0
