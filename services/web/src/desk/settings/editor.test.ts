import { expect, it } from 'vitest'
import { ApiError } from '../../api/send.ts'
import { createEditor } from './editor.ts'
import { patchOf, valueAt } from './paths.ts'
import type { Patch, Stored } from './settings-api.ts'

const first: Stored = {
  version: 1,
  brand: { name: 'Harbour Bank', supportUrl: 'https://bank.example' },
  allowedOrigins: ['https://bank.example'],
}

/** Settings that another person can change. They reject changes of an older version. */
function someSettings() {
  let now = first
  const sent: { patch: Patch; key: string }[] = []
  return {
    sent,
    store: (next: Stored) => {
      now = next
    },
    editor: createEditor({
      read: () => Promise.resolve(now),
      send: (patch, version, key) => {
        sent.push({ patch, key })
        if (version !== now.version) return Promise.reject(new ApiError(412, 'VERSION_MISMATCH'))
        now = {
          ...now,
          version: version + 1,
          brand: { ...(now.brand as object), ...(patch.brand as object) },
        }
        return Promise.resolve(now)
      },
    }),
  }
}

it('sends only changed fields, and null for emptied ones', async () => {
  const { editor, sent } = someSettings()
  await editor.stored.load()
  editor.change('brand/name', ' Quay Bank ')
  editor.change('brand/supportUrl', '')
  editor.change('allowedOrigins', ['https://bank.example', ''])
  await editor.save()
  expect(sent.map(({ patch }) => patch)).toEqual([{ brand: { name: 'Quay Bank', supportUrl: null } }])
  expect(editor.isSaved.value).toBe(true)
  expect(editor.patch.value).toBeUndefined()
})

it('sends nothing if a value is changed back', async () => {
  const { editor, sent } = someSettings()
  await editor.stored.load()
  editor.change('brand/name', 'Quay Bank')
  editor.change('brand/name', 'Harbour Bank')
  await editor.save()
  expect(sent).toEqual([])
})

it('keeps the typed values if another editor was faster, and names the changes of that editor', async () => {
  const { editor, sent, store } = someSettings()
  await editor.stored.load()
  editor.change('brand/name', 'Quay Bank')
  store({ ...first, version: 2, brand: { name: 'Harbor Bank', supportUrl: 'https://help.example' } })
  await editor.save()
  expect(editor.conflict.value).toEqual(['brand/name', 'brand/supportUrl'])
  expect(editor.isSaved.value).toBe(false)
  expect(editor.value('brand/name')).toBe('Quay Bank')
  expect(editor.value('brand/supportUrl')).toBe('https://help.example')

  await editor.save()
  expect(editor.conflict.value).toBeUndefined()
  expect(sent.at(-1)?.patch).toEqual({ brand: { name: 'Quay Bank' } })
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

it('repeats an attempt without a response with the same key', async () => {
  const keys: string[] = []
  const editor = createEditor({
    read: () => Promise.resolve(first),
    send: (_patch, _version, key) => {
      keys.push(key)
      return Promise.reject(new ApiError(0, ''))
    },
  })
  await editor.stored.load()
  editor.change('brand/name', 'Quay Bank')
  await editor.save()
  await editor.save()
  expect(keys[0]).toBe(keys[1])
  expect(editor.value('brand/name')).toBe('Quay Bank')
})

it('keeps the typed values when a part outside the form changes, even if another editor was faster', async () => {
  const { editor, store } = someSettings()
  await editor.stored.load()
  editor.change('brand/name', 'Quay Bank')
  const logo = { path: '/brand/bank/x' }
  const changing = (version: number) => {
    const after = { ...first, version: version + 1, brand: { name: 'Harbour Bank', logo } }
    store(after)
    return Promise.resolve(after)
  }
  expect(await editor.apply(changing)).toBe(true)
  expect(editor.value('brand/logo')).toEqual(logo)
  expect(editor.patch.value).toEqual({ brand: { name: 'Quay Bank' } })

  store({ ...first, version: 3 })
  expect(await editor.apply(() => Promise.reject(new ApiError(412, 'VERSION_MISMATCH')))).toBe(false)
  expect(editor.conflict.value).toEqual(['brand/logo/path', 'brand/supportUrl'])
  expect(editor.value('brand/name')).toBe('Quay Bank')
  expect(await editor.apply(() => Promise.reject(new ApiError(409, 'LOGO_NOT_ACCEPTED')))).toBe(false)
  expect(editor.fault.value).toMatchObject({ code: 'LOGO_NOT_ACCEPTED' })
})

it('reads and writes values by their paths', () => {
  expect(valueAt(first, 'brand/name')).toBe('Harbour Bank')
  expect(valueAt(first, 'brand/name/none')).toBeUndefined()
  expect(patchOf({ 'a/b/c': 1, 'a/d': undefined, e: [] })).toEqual({ a: { b: { c: 1 }, d: null }, e: [] })
})

it('keeps input that is typed while the form is being saved', async () => {
  const { editor } = someSettings()
  await editor.stored.load()
  editor.change('brand/name', 'Quay Bank')
  const saving = editor.save()
  editor.change('brand/supportUrl', 'https://help.example')
  await saving
  expect(editor.value('brand/name')).toBe('Quay Bank')
  expect(editor.patch.value).toEqual({ brand: { supportUrl: 'https://help.example' } })
  expect(editor.isSaved.value).toBe(false)
})
