import type { Profile } from '../api/profile.ts'
import { settings } from '../api/settings.ts'
import { say } from '../text/words.ts'

interface Props {
  applicationId: string
  profile: Profile
}

/** Leads to the booking page of the company, if it has one. */
export function BookAnother({ applicationId, profile }: Props) {
  if (profile.booking?.enabled !== true) return null
  return (
    <p>
      <a class="button" href={`${settings.root()}/book/${encodeURIComponent(applicationId)}`}>
        {say('done.another')}
      </a>
    </p>
  )
}
