import { expect } from 'vitest'
import type { Page } from '@appointments/testing/browser'

type Locator = ReturnType<Page['locator']>

/** An element, or its name or label; a text is the whole name. */
export type Target = string | RegExp | Locator

/** No page has more elements that take the focus. */
const MOST_PRESSES = 120

/** Presses Tab until an element has the focus. @throws Error if it does not get it */
async function reach(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (await element.evaluate((one) => one.matches(':focus'))) {
      expect(await element.evaluate((one) => one.matches(':focus-visible'))).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not lead to ${String(element)}`)
}

function find(page: Page, target: Target): Locator {
  if (typeof target !== 'string' && !(target instanceof RegExp)) return target
  const wanted = { name: target, exact: true }
  return page.getByRole('button', wanted).or(page.getByRole('link', wanted)).first()
}

/** Moves the focus to a button or link by Tab, and presses Enter. @throws Error if the keyboard does not lead there */
export async function press(page: Page, target: Target): Promise<void> {
  await reach(page, find(page, target))
  await page.keyboard.press('Enter')
}

const labelled = (page: Page, label: Target): Locator =>
  typeof label === 'string' || label instanceof RegExp
    ? page.getByLabel(label, { exact: true }).first()
    : label

/** Moves the focus to a field by Tab, and types over its content. @throws Error if the keyboard does not lead there */
export async function fill(page: Page, label: Target, text: string): Promise<void> {
  const field = labelled(page, label)
  await reach(page, field)
  const type = await field.getAttribute('type')
  // Chromium orders the parts by its own language, whatever the visitor's language is
  if (type === 'date') await page.keyboard.type(americanDate(text))
  else if (type === 'time') await page.keyboard.type(americanTime(text))
  else {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
}

/** `2026-11-26` → `11262026` */
const americanDate = (text: string): string => text.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1')

/** `23:30` → `1130PM` */
function americanTime(text: string): string {
  const [hour = '', minute = ''] = text.split(':')
  const onTwelve = String(Number(hour) % 12 || 12).padStart(2, '0')
  return `${onTwelve}${minute}${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** Moves the focus to a box or a choice by Tab and arrows, and presses the space bar. */
export async function tick(page: Page, label: Target): Promise<void> {
  const box = labelled(page, label)
  if ((await box.getAttribute('type')) === 'radio') {
    await reach(page, page.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowDown')
    expect(await box.isChecked()).toBe(true)
    return
  }
  await reach(page, box)
  await page.keyboard.press('Space')
}
