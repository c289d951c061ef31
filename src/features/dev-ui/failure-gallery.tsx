import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { GallerySection, Row, Specimen } from './gallery-section.tsx'

/** What a page that fails becomes. */
export function FailureGallery() {
  const [fails, setFails] = useState(false)
  if (fails) throw new Error('This page was told to fail')
  const failLater = () => {
    setTimeout(() => {
      throw new Error('A callback was told to fail')
    })
  }
  return (
    <GallerySection id="failures" title="Failures">
      <Specimen name="Of a page, and of a callback, which is only reported">
        <Row>
          <Button onClick={() => setFails(true)}>Fail while rendering</Button>
          <Button onClick={failLater}>Fail in a callback</Button>
        </Row>
      </Specimen>
    </GallerySection>
  )
}
