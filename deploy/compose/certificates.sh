#!/usr/bin/env bash
# Makes a certificate authority and one certificate for the servers of compose.tls.yaml, in compose/tls. Existing
# certificates stay. Replace the files with those of your own authority if you have one.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p tls && cd tls
[ -s server.crt ] && { echo "the certificates in $PWD exist"; exit 0; }
days=${DAYS:-825}

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days "$days" \
  -subj '/CN=Appointments compose authority' -keyout ca.key -out ca.crt
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj '/CN=servers' -keyout server.key -out server.csr
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" -out server.crt -extfile \
  <(echo 'subjectAltName=DNS:postgres,DNS:rabbitmq,DNS:redis,DNS:redis-answers,DNS:localhost')
rm server.csr
# the servers run as other users
chmod 0644 server.key
echo "made the certificates in $PWD"
