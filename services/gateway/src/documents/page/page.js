/* The page at /docs. Everything it loads and every request it sends goes to the server it came from. */

const SCHEME = 'jwtBearerToken'
const versions = [...document.querySelectorAll('[data-version]')].map(({ dataset }) => dataset.version)

const tokenField = document.querySelector('#token')
const tokenNote = document.querySelector('output')
const loaded = new Map()
let ui
let sendsToken = false

const chosenVersion = () => {
  const wanted = new URLSearchParams(location.search).get('version')
  return versions.includes(wanted) ? wanted : versions[0]
}

/** The document of a version; its requests go to where the page came from, whatever address it is known by. */
function load(version) {
  if (!loaded.has(version)) loaded.set(version, fetched(`/openapi/${version}.json`))
  return loaded.get(version)
}

async function fetched(address) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const spec = await answer.json()
  return { ...spec, servers: [{ url: location.origin }] }
}

/** Where Swagger UI shows an operation; undefined where the document has none of that id. */
function placeOf(id, { paths }) {
  const operation = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === id)
  return operation && `#/${encodeURIComponent(operation.tags[0])}/${id}`
}

/** Turns `#cancelAppointment`, as links from outside are written, into the version and place that show it. */
async function followPlainLink() {
  const id = location.hash.slice(1)
  if (id === '' || id.startsWith('/')) return
  for (const version of new Set([chosenVersion(), ...versions])) {
    const place = placeOf(id, await load(version))
    if (!place) continue
    history.replaceState(null, '', `?version=${version}${place}`)
    return
  }
}

async function show() {
  await followPlainLink()
  const version = chosenVersion()
  for (const link of document.querySelectorAll('[data-version]')) {
    if (link.dataset.version === version) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  document.querySelector('[data-file]').href = `/openapi/${version}.json`
  const place = document.createElement('div')
  const spec = await load(version)
  document.querySelector('#document').replaceChildren(place)
  sendsToken = false
  ui = globalThis.SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelRendering: 'example',
    defaultModelsExpandDepth: 0,
    // the default validator is a service on the internet
    validatorUrl: null,
    onComplete: () => {
      useToken()
      // what stands above is drawn bit by bit, and moves what was scrolled to too early
      setTimeout(scrollToLinked, 300)
    },
  })
}

/** Swagger UI opens the operation a link names, and scrolls only pages that scroll as a whole. */
function scrollToLinked() {
  const [, tag, id] = location.hash.split('/').map(decodeURIComponent)
  const linked = id && document.getElementById(`operations-${tag.replaceAll(' ', '_')}-${id}`)
  if (linked) linked.scrollIntoView()
}

/** Sends the pasted token with every request from now on. */
function useToken() {
  const token = tokenField.value.trim().replace(/^bearer\s+/i, '')
  if (token !== '') ui.preauthorizeApiKey(SCHEME, token)
  else if (sendsToken) ui.authActions.logout([SCHEME])
  sendsToken = token !== ''
  const note = noteOn(token)
  tokenNote.textContent = note.text
  tokenNote.classList.toggle('wrong', note.wrong)
}

/** Who a token says it is of, for a person to see that it is the right one; nothing is checked here. */
function noteOn(token) {
  if (token === '') return { text: '', wrong: false }
  const claims = claimsOf(token)
  if (!claims) return { text: 'not a JWT', wrong: true }
  const { userId, user_id: userIdToo, sub, roles, authorities, exp } = claims
  const names = [roles, authorities].flat().map((role) => role?.authority ?? role)
  const minutes = Math.floor((exp * 1000 - Date.now()) / 60_000)
  const left = minutes < 120 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h left`
  const end = exp === undefined ? 'no expiry' : minutes < 0 ? 'expired' : left
  const who = [userId ?? userIdToo ?? sub, ...names.map((name) => String(name ?? '').replace(/^ROLE_/, ''))]
  return {
    text: [...who, end].filter((part) => part !== undefined && part !== '').join(' · '),
    wrong: minutes < 0 || exp === undefined,
  }
}

function claimsOf(token) {
  try {
    const bytes = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.codePointAt(0))))
  } catch {
    return undefined
  }
}

function showFailure(error) {
  document.querySelector('#document').textContent = `The documents could not be shown: ${error.message}`
}

const shown = () => show().catch(showFailure)

for (const link of document.querySelectorAll('[data-version]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    history.pushState(null, '', link.getAttribute('href'))
    void shown()
  })
}
addEventListener('popstate', () => {
  // Swagger UI follows its own links
  if (!location.hash.startsWith('#/')) void shown()
})
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
tokenField.addEventListener('input', () => ui && useToken())
void shown()
