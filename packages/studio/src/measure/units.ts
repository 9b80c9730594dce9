const digits = (value: number): Intl.NumberFormatOptions => ({
  maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0,
});

const write = (value: number, unit: string, locale: string) =>
  `${new Intl.NumberFormat(locale, digits(value)).format(value)} ${unit}`;

/** 1234.5 → `1.23 km` */
export function writeLength(metres: number, locale = 'en'): string {
  return metres < 1000 ? write(metres, 'm', locale) : write(metres / 1000, 'km', locale);
}

/** 12345 → `1.23 ha` */
export function writeArea(squareMetres: number, locale = 'en'): string {
  if (squareMetres < 10_000) return write(squareMetres, 'm²', locale);
  if (squareMetres < 1e6) return write(squareMetres / 10_000, 'ha', locale);
  return write(squareMetres / 1e6, 'km²', locale);
}
