import type { Desk } from '../desk.ts'

/** Props of an endpoint's dialogs. */
export interface EndpointDialogProps {
  desk: Desk
  endpointId: string
  onClose: () => void
}
