import type { Album } from '#contract/photos/schemas.ts';
import { Icon } from '#src/shared/ui/Icon.tsx';
import styles from './SearchResults.module.css';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { TextLink } from '#src/shared/ui/text/TextLink.tsx';

interface Props {
  wanted: string;
  albums: readonly Album[];
}

/** Says what can be searched for, with examples to press. */
export function NothingFound({ wanted, albums: [album] }: Props) {
  return (
    <div className={styles.nothing}>
      <span className={styles.icon}>
        <Icon name="search" />
      </span>
      <Text size="l" strong>
        Nothing was found for “{wanted}”.
      </Text>
      <Text tone="quiet" className={styles.hint}>
        Search for words in captions, for names of albums and files, or for the time when photos were taken:
      </Text>
      <Row as="ul" align="stretch" justify="center">
        <Example text="July 2024" />
        <Example text="2023-12" />
        {album && <Example text={album.name} />}
      </Row>
    </div>
  );
}

function Example({ text }: { text: string }) {
  return (
    <li>
      <TextLink to="." search={{ q: text }} replace className={styles.example}>
        {text}
      </TextLink>
    </li>
  );
}
