import { send } from '../../api/send.ts'
import { settings } from '../../api/settings.ts'
import { openIssuer, type Issuer, type SignInConfig } from './issuer.ts'

/** The issuer of this installation. @throws ApiError or Error if it cannot be reached, or the desk is not set up */
export async function issuerOfDesk(): Promise<Issuer> {
  const config = await send<SignInConfig>('desk/config.json', { cache: 'default' })
  return openIssuer(config, `${location.origin}${settings.root()}/desk`)
}
