#!/bin/bash
# Run once by the database's image, when its volume is empty: the roles of the processes and their passwords.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v owner="$POSTGRES_USER" -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f /roles.sql
for role in api worker cli; do
  psql -q -v ON_ERROR_STOP=1 -v password="$(cat "/run/secrets/${role}_password")" -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
    <<< "alter role makewhole_$role password :'password'"
done
