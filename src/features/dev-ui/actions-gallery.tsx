import { Download, Ellipsis, Play, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge, RemovableChip, TagLink } from '#src/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#src/ui/button.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { type Status, StatusLabel } from '#src/ui/status-icon.tsx'
import { ExternalLink, TextLink } from '#src/ui/text-link.tsx'
import { GallerySection, Row, Specimen } from './gallery-section.tsx'

const STATUSES: readonly Status[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'cancelled']
const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const
const TAGS = ['json', 'text', 'a tag with a name that is far too long for one chip on a small screen']

export function ActionsGallery() {
  const [filters, setFilters] = useState(['finance', 'search: tpi'])
  return (
    <GallerySection id="actions" title="Actions and words">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`Button, ${variant}`}>
          <Row>
            <Button variant={variant} size="dense">
              Dense
            </Button>
            <Button variant={variant}>Regular</Button>
            <Button variant={variant} size="touch">
              Touch
            </Button>
            <Button variant={variant} icon={variant === 'danger' ? Trash2 : Play}>
              With icon
            </Button>
            <Button variant={variant} busy>
              Busy button
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </Row>
        </Specimen>
      ))}
      <Specimen name="Links, icon buttons, keys">
        <Row>
          <ButtonLink to="/" variant="primary" icon={Plus}>
            A link as a button
          </ButtonLink>
          <IconButton icon={Star} aria-label="Favourite" />
          <IconButton icon={Download} aria-label="Download" variant="secondary" />
          <IconButton icon={Ellipsis} aria-label="More" size="dense" />
          <CopyButton text="Fettle" />
          <Kbd keys={['Ctrl', 'K']} />
          <Spinner label="Loading tools…" showLabel />
        </Row>
        <p className="max-w-prose text-16">
          Words with <TextLink to="/">a link in the middle</TextLink> and one to{' '}
          <ExternalLink href="https://www.w3.org/TR/WCAG22/">the standard</ExternalLink>.
        </p>
      </Specimen>
      <Specimen name="Badges and status">
        <Row>
          <Badge>Calculator</Badge>
          <Badge kind="accent">PRO</Badge>
          <Badge kind="ok">Published</Badge>
          <Badge kind="warn">Draft</Badge>
          <Badge kind="bad">Failed</Badge>
          <Badge kind="pin">Pinned</Badge>
          <Badge kind="mark">Yours</Badge>
        </Row>
        <Row>
          {STATUSES.map((status) => (
            <StatusLabel key={status} status={status} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Tags and filters">
        <Row>
          {TAGS.map((tag, index) => (
            <TagLink key={tag} to="/" current={index === 0}>
              {tag}
            </TagLink>
          ))}
          {filters.map((filter) => (
            <RemovableChip
              key={filter}
              label={filter}
              onRemove={() => setFilters(filters.filter((one) => one !== filter))}
            />
          ))}
        </Row>
      </Specimen>
    </GallerySection>
  )
}
