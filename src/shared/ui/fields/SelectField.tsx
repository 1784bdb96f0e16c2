import { type ComponentPropsWithRef, useId } from 'react';
import { shapes } from '../shapes.ts';

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string;
}

export function SelectField({ label, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={[shapes.stack1, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={`${shapes.strong} ${shapes.fine}`}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={`${shapes.box} ${shapes.wide} ${shapes.touch} ${shapes.surface} ${shapes.ink}`}
      />
    </div>
  );
}
