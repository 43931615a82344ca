import { useEffect, useRef, useState } from 'preact/hooks'
import { say, type PlainKey } from '../text/words.ts'
import { Button } from '../ui/button.tsx'
import styles from '../ui/parts.module.css'

/** Shows the picture of the camera, and stops the camera when it is removed. */
export function Picture({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
    return () => {
      for (const track of stream.getTracks()) track.stop()
    }
  }, [stream])
  return (
    <video class={styles.picture} ref={video} autoPlay muted playsInline aria-label={say('device.picture')} />
  )
}

/** Opens the camera and the microphone; the browser asks the visitor for permission. */
export async function openDevices(): Promise<MediaStream | 'denied' | 'missing'> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: true, audio: true })
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing'
  }
}

interface Props {
  /** Words of the button before and during the test. */
  start?: PlainKey
  stop?: PlainKey
}

/** Shows the camera and tests the microphone, only after the visitor has pressed the button. */
export function DeviceTest({ start = 'device.test', stop = 'device.stop' }: Props) {
  const [result, setResult] = useState<MediaStream | 'denied' | 'missing'>()
  const isRunning = result !== undefined && typeof result !== 'string'
  const toggle = async () => setResult(isRunning ? undefined : await openDevices())
  return (
    <div class={styles.panel}>
      <Button name="devices" onClick={() => void toggle()}>
        {say(isRunning ? stop : start)}
      </Button>
      <div role="status">
        {result !== undefined && (
          <p>{say(typeof result === 'string' ? `device.${result}` : 'device.works')}</p>
        )}
      </div>
      {isRunning && <Picture stream={result} />}
    </div>
  )
}
