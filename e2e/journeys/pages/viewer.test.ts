import { daysAhead } from '@appointments/testing'
import { expect, it } from 'vitest'
import { openCompany, startPagesStage } from '../support/pages-stage.ts'
import { openWindow } from '../support/visitor.ts'

it('the viewer shows a mail as its recipient sees it, and the start page leads there', async () => {
  const stage = await startPagesStage()
  await openCompany(stage, 'bank')
  const { page, leave } = await openWindow(stage)
  const address = 'customer@viewer.example.com'
  await stage.book(address, daysAhead(25, '09:00:00'))
  await stage.manageLink(address)
  await page.goto(`${stage.system.gatewayUrl}/`)
  await page.getByRole('link', { name: 'Messages' }).click()
  await page
    .getByRole('link', { name: new RegExp(address) })
    .first()
    .click()
  const mail = page.frameLocator('iframe[title="HTML part"]')
  expect(await mail.getByRole('link').first().getAttribute('target')).toBe('_blank')
  await leave()
  await stage.close()
})
