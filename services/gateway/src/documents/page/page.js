/* The page at /docs. It loads from and sends requests to the server that served it, and no other. */

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

/** The document of a version. Its server is the origin of the page, whatever its public URL is. */
function load(version) {
  if (!loaded.has(version)) loaded.set(version, fetchDocument(`/openapi/${version}.json`))
  return loaded.get(version)
}

async function fetchDocument(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} responded ${response.status}`)
  const spec = await response.json()
  return { ...spec, servers: [{ url: location.origin }] }
}

/** The fragment of an operation in Swagger UI; undefined if the document has no operation with that id. */
function fragmentOf(id, { paths }) {
  const operation = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === id)
  return operation && `#/${encodeURIComponent(operation.tags[0])}/${id}`
}

/** Resolves a link with a plain operation id, such as `#cancelAppointment`, to its version and fragment. */
async function followPlainLink() {
  const id = location.hash.slice(1)
  if (id === '' || id.startsWith('/')) return
  for (const version of new Set([chosenVersion(), ...versions])) {
    const fragment = fragmentOf(id, await load(version))
    if (!fragment) continue
    history.replaceState(null, '', `?version=${version}${fragment}`)
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
    // the default validator is a public service
    validatorUrl: null,
    onComplete: () => {
      useToken()
      // content above the target is still being rendered and would move it
      setTimeout(scrollToLinked, 300)
    },
  })
}

/** Scrolls to the linked operation, because Swagger UI can only scroll the whole page. */
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

/** User, roles and expiry of a token, so that the reader can recognize it; nothing is verified here. */
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
  // Swagger UI handles its own links
  if (!location.hash.startsWith('#/')) void shown()
})
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
tokenField.addEventListener('input', () => ui && useToken())
void shown()
