"""Cities that the practice provider knows, with their IANA time zones."""

import re

_ZONES = {
    "Africa/Addis_Ababa": "Addis Ababa",
    "Africa/Cairo": "Cairo, Kairo",
    "Africa/Casablanca": "Casablanca",
    "Africa/Johannesburg": "Johannesburg, Cape Town, Kapstadt",
    "Africa/Lagos": "Lagos",
    "Africa/Nairobi": "Nairobi",
    "America/Anchorage": "Anchorage",
    "America/Argentina/Buenos_Aires": "Buenos Aires",
    "America/Bogota": "Bogota, Bogotá",
    "America/Caracas": "Caracas",
    "America/Chicago": "Chicago, Houston, Dallas, Austin",
    "America/Denver": "Denver",
    "America/Halifax": "Halifax",
    "America/Havana": "Havana, Havanna",
    "America/Lima": "Lima",
    "America/Los_Angeles": "Los Angeles, San Francisco, Seattle, San Diego, Las Vegas",
    "America/Mexico_City": "Mexico City, Mexiko-Stadt",
    "America/Montevideo": "Montevideo",
    "America/New_York": "New York, Boston, Washington, Miami, Atlanta, Philadelphia",
    "America/Phoenix": "Phoenix",
    "America/Santiago": "Santiago",
    "America/Sao_Paulo": "São Paulo, Sao Paulo, Rio de Janeiro, Rio",
    "America/St_Johns": "St. John's",
    "America/Toronto": "Toronto, Montreal, Montréal, Ottawa",
    "America/Vancouver": "Vancouver",
    "Asia/Baghdad": "Baghdad, Bagdad",
    "Asia/Bangkok": "Bangkok",
    "Asia/Colombo": "Colombo",
    "Asia/Dhaka": "Dhaka",
    "Asia/Dubai": "Dubai, Abu Dhabi",
    "Asia/Ho_Chi_Minh": "Ho Chi Minh City, Saigon, Hanoi",
    "Asia/Hong_Kong": "Hong Kong, Hongkong",
    "Asia/Jakarta": "Jakarta",
    "Asia/Jerusalem": "Jerusalem, Tel Aviv",
    "Asia/Kabul": "Kabul",
    "Asia/Karachi": "Karachi, Lahore",
    "Asia/Kathmandu": "Kathmandu",
    "Asia/Kolkata": "Kolkata, Mumbai, Delhi, New Delhi, Bangalore, Bengaluru, Chennai",
    "Asia/Kuala_Lumpur": "Kuala Lumpur",
    "Asia/Manila": "Manila",
    "Asia/Riyadh": "Riyadh, Riad",
    "Asia/Seoul": "Seoul",
    "Asia/Shanghai": "Shanghai, Beijing, Peking, Shenzhen",
    "Asia/Singapore": "Singapore, Singapur",
    "Asia/Taipei": "Taipei, Taipeh",
    "Asia/Tehran": "Tehran, Teheran",
    "Asia/Tokyo": "Tokyo, Tokio, Osaka, Kyoto",
    "Asia/Ulaanbaatar": "Ulaanbaatar",
    "Atlantic/Reykjavik": "Reykjavik, Reykjavík",
    "Australia/Adelaide": "Adelaide",
    "Australia/Brisbane": "Brisbane",
    "Australia/Melbourne": "Melbourne",
    "Australia/Perth": "Perth",
    "Australia/Sydney": "Sydney, Canberra",
    "Europe/Amsterdam": "Amsterdam, Rotterdam",
    "Europe/Athens": "Athens, Athen",
    "Europe/Berlin": "Berlin, Hamburg, Munich, München, Cologne, Köln, Frankfurt, Leipzig",
    "Europe/Brussels": "Brussels, Brüssel",
    "Europe/Bucharest": "Bucharest, Bukarest",
    "Europe/Budapest": "Budapest",
    "Europe/Copenhagen": "Copenhagen, Kopenhagen",
    "Europe/Dublin": "Dublin",
    "Europe/Helsinki": "Helsinki",
    "Europe/Istanbul": "Istanbul, Ankara",
    "Europe/Kyiv": "Kyiv, Kiev, Kiew",
    "Europe/Lisbon": "Lisbon, Lissabon",
    "Europe/London": "London, Manchester, Edinburgh",
    "Europe/Luxembourg": "Luxembourg, Luxemburg",
    "Europe/Madrid": "Madrid, Barcelona, Sevilla",
    "Europe/Moscow": "Moscow, Moskau",
    "Europe/Oslo": "Oslo",
    "Europe/Paris": "Paris, Lyon, Marseille",
    "Europe/Prague": "Prague, Prag",
    "Europe/Rome": "Rome, Rom, Milan, Mailand, Florence, Florenz",
    "Europe/Sofia": "Sofia",
    "Europe/Stockholm": "Stockholm",
    "Europe/Vienna": "Vienna, Wien",
    "Europe/Warsaw": "Warsaw, Warschau",
    "Europe/Zurich": "Zurich, Zürich, Geneva, Genf, Bern, Basel",
    "Pacific/Auckland": "Auckland, Wellington",
    "Pacific/Honolulu": "Honolulu",
    "UTC": "UTC, GMT",
}

_BY_CITY = {
    city.casefold(): (city, zone) for zone, cities in _ZONES.items() for city in cities.split(", ")
}
# Longest first: "New York" before "York" would be, "Rio de Janeiro" before "Rio".
_CITY = re.compile(
    r"\b(" + "|".join(re.escape(city) for city in sorted(_BY_CITY, key=len, reverse=True)) + r")\b"
)
_ZONE = re.compile(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_]+)?\b")


def places_in(text: str) -> list[tuple[str, str]]:
    """Name and zone of each place that a text names, in its order; a zone may stand for itself."""
    found = [(m.start(), _BY_CITY[m.group(1)]) for m in _CITY.finditer(text.casefold())]
    found += [(m.start(), (m.group(), m.group())) for m in _ZONE.finditer(text)]
    places: dict[str, str] = {}
    for _, (name, zone) in sorted(found):
        if zone not in places.values():
            places[name] = zone
    return list(places.items())
