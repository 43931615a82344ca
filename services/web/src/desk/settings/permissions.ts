import { supervisedSettings } from '@appointments/contracts/supervised-settings'
import type { Desk } from '../desk.ts'

/** Whether a person may change a setting of the application. The API enforces it; the form shows it beforehand. */
export const mayChange = ({ is }: Pick<Desk, 'is'>, path: string): boolean =>
  is('ROLE_CLIENT_SERVICE') || supervisedSettings.some((one) => path === one || path.startsWith(`${one}/`))
