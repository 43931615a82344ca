import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../text/words.ts'
import { Button } from '../ui/button.tsx'
import styles from '../ui/parts.module.css'

/** Shows what the camera sees, and stops the camera when it goes. */
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

/** Tests camera and microphone, only after the visitor has pressed the button. */
export function DeviceTest() {
  const [result, setResult] = useState<MediaStream | 'denied' | 'missing'>()
  const isRunning = result !== undefined && typeof result !== 'string'
  const toggle = async () => setResult(isRunning ? undefined : await openDevices())
  return (
    <div class={styles.panel}>
      <Button onClick={() => void toggle()}>{say(isRunning ? 'device.stop' : 'device.test')}</Button>
      <p role="status">
        {result !== undefined && say(typeof result === 'string' ? `device.${result}` : 'device.works')}
      </p>
      {isRunning && <Picture stream={result} />}
    </div>
  )
}
